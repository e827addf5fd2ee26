import { css, html, nothing } from 'lit';
import { formatCompact, formatNumber } from '../core/format.js';
import { link } from '../core/router.js';
import { statusClass, statusIcon } from './status-badge.js';

/** In the order in which they are shown. */
const STATES = ['running', 'pending', 'waiting', 'parked', 'suspended', 'faulted', 'completed', 'cancelled'];

export const countStyles = css`
  .counts { display: flex; flex-wrap: wrap; gap: 4px 12px; }
  .counts a { display: inline-flex; align-items: center; gap: 4px; font-size: 13px; color: var(--c-muted); font-variant-numeric: tabular-nums; }
  .counts svg.i { width: 13px; height: 13px; stroke-width: 2; }
  .counts .running { color: var(--c-running); }
  .counts .waiting { color: var(--c-waiting); }
  .counts .suspended { color: var(--c-suspended); }
  .counts .completed { color: var(--c-completed); }
  .counts .faulted { color: var(--c-faulted); }
  .counts .parked { color: var(--c-parked); }
`;

/**
 * The number of instances of a workflow in each state, as links to them. Parked instances are counted as suspended as well, and are shown
 * once. With `words` the states are named, otherwise on hover.
 * @param {object} counts the API's `instances`
 */
export function statusCounts(workflow, counts, { exact = true, version, words = false } = {}) {
  const shown = { ...counts, suspended: (counts.suspended ?? 0) - (counts.parked ?? 0) };
  const states = STATES.filter(state => shown[state] > 0);
  if (states.length === 0) {
    return html`<span class="muted small">none</span>`;
  }
  return html`<span class="counts">${states.map(state => {
    const number = shown[state];
    const title = `${formatNumber(number)}${exact ? '' : ' or more'} ${state}`;
    const filter = state === 'parked' ? { parked: 'true' } : { status: state };
    return html`<a class=${statusClass(state)} href=${link('instances', { workflow, version, ...filter })} title=${title} aria-label=${title}>
      ${statusIcon(state)}${formatCompact(number)}${exact ? nothing : '+'}${words ? ` ${state}` : nothing}</a>`;
  })}</span>`;
}
