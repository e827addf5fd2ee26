import { LitElement, css, html } from 'lit';
import { withVisibleControls } from '../core/format.js';
import { controls } from '../core/styles.js';
import { cssProps } from './css-props.js';
import { differences } from './value-differences.js';
import { isContainer, jqPath } from './value-rows.js';
import { VirtualRows } from './virtual-rows.js';

const ROW_HEIGHT = 20;
const MAX_SHOWN = 160;
const SIGNS = { added: '+', removed: '−', changed: '~', inside: ' ', same: ' ' };
const WORDS = { added: 'added', removed: 'removed', changed: 'changed', inside: 'has differences', same: 'equal' };

/** The structural differences between two JSON values: `<cairn-value-diff .before .after>`. Equal members are folded. */
export class ValueDiff extends LitElement {
  static properties = { before: { attribute: false }, after: { attribute: false }, beforeName: { attribute: 'before-name' }, afterName: { attribute: 'after-name' } };

  static styles = [controls, css`
    :host { display: flex; flex-direction: column; min-height: 0; }
    .count { display: flex; gap: 12px; padding: 6px 12px; border-bottom: 1px solid var(--c-line); font-size: 12px; color: var(--c-muted); flex-wrap: wrap; }
    .scroller { overflow: auto; flex: 1; min-height: 0; padding: 4px 0; outline-offset: -2px; overscroll-behavior: contain; }
    .rows { position: relative; }
    .window { position: absolute; left: 0; top: 0; min-width: 100%; width: max-content; }
    .line { display: flex; height: 20px; padding: 0 12px 0 calc(8px + var(--depth) * 16px); font: 12.5px/20px var(--c-mono); white-space: pre; }
    .sign { width: 16px; flex: none; font-weight: 700; }
    .same { color: var(--c-muted); }
    .added { background: color-mix(in srgb, var(--c-completed) 13%, transparent); }
    .removed { background: color-mix(in srgb, var(--c-faulted) 13%, transparent); }
    .changed { background: color-mix(in srgb, var(--c-suspended) 13%, transparent); }
    .plus, .added .sign { color: var(--c-completed); }
    .minus, .removed .sign { color: var(--c-faulted); }
    .minus.old { text-decoration: line-through; text-decoration-thickness: 1px; }
    .changed .sign { color: var(--c-suspended); }
    .arrow { color: var(--c-muted); }
  `];

  #virtual = new VirtualRows(this, '.scroller', ROW_HEIGHT);

  willUpdate(changed) {
    if (changed.has('before') || changed.has('after')) {
      this.rows = differences(this.before, this.after);
    }
  }

  render() {
    const rows = this.rows ?? [];
    const counts = ['added', 'removed', 'changed'].map(change => [change, rows.filter(row => row.change === change).length]).filter(([, count]) => count);
    if (!counts.length) {
      return html`<div class="empty">${this.beforeName || 'Input'} and ${(this.afterName || 'output').toLowerCase()} are equal.</div>`;
    }
    const { first, last } = this.#virtual.window(rows.length);
    return html`
      <div class="count">${counts.map(([change, count]) => html`<span><b>${count}</b> ${change}</span>`)}</div>
      <div class="scroller" tabindex="0" role="group" aria-label="Differences">
        <div class="rows" ${cssProps(this.#virtual.sizer(rows.length))}>
          <div class="window" ${cssProps(this.#virtual.mover(first))}>${rows.slice(first, last).map(row => line(row))}</div></div>
      </div>`;
  }
}

function line(row) {
  const key = row.keys.at(-1);
  const name = key === undefined ? '' : `${withVisibleControls(String(key))}: `;
  return html`
    <div class="line ${row.change}" title="${jqPath(row.keys)} · ${WORDS[row.change]}" ${cssProps({ '--depth': row.depth })}><span class="sign">${SIGNS[row.change]}</span>${
      row.change === 'same' ? html`<span>${row.count > 1 ? `… ${row.count} equal members` : `${name}${short(row.before)}`}</span>`
        : row.change === 'inside' ? html`<span>${name}${Array.isArray(row.after) ? '[' : '{'}</span>`
          : row.change === 'changed' ? html`<span>${name}</span><span class="minus old">${short(row.before)}</span><span class="arrow"> → </span><span class="plus">${short(row.after)}</span>`
            : html`<span>${name}</span><span class=${row.change === 'added' ? 'plus' : 'minus'}>${short(row.change === 'added' ? row.after : row.before)}</span>`
    }</div>`;
}

/** A value in one line. */
function short(value) {
  // Writing out a large value to cut it off would take longer than all the rest.
  if (isContainer(value) && (Array.isArray(value) ? value.length : Object.keys(value).length) > 20) {
    return Array.isArray(value) ? `[… ${value.length} items]` : `{… ${Object.keys(value).length} members}`;
  }
  const text = withVisibleControls(JSON.stringify(value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

customElements.define('cairn-value-diff', ValueDiff);
