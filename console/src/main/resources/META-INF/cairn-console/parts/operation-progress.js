import { LitElement, css, html, nothing } from 'lit';
import { COMMANDS } from '../core/commands.js';
import { formatDuration, formatNumber, shortId } from '../core/format.js';
import { link } from '../core/router.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import './time-label.js';

const STATES = {
  running: { icon: 'turn', word: 'running', colour: 'running' },
  completed: { icon: 'check', word: 'completed', colour: 'completed' },
  cancelled: { icon: 'stop', word: 'stopped', colour: 'cancelled' },
  failed: { icon: 'alert', word: 'failed', colour: 'faulted' },
};

const KINDS = {
  wrong_phase: 'is in a state in which it cannot do this',
  instance_suspended: 'cannot go on',
  not_confirmed: 'has not confirmed it in time',
  instance_cancelled: 'was cancelled meanwhile',
  no_journal: 'has no journal',
  unknown_instance: 'is not there any more',
  store_unavailable: 'could not be reached in the store',
  overloaded: 'had no room in memory',
};

/** The state of a bulk operation as a badge; the component that draws it has `controls` among its styles. */
export function operationBadge(state) {
  const { icon: name, word, colour } = STATES[state] ?? { icon: 'dots', word: state, colour: 'pending' };
  return html`<span class="badge ${colour}">${icon(name, undefined, state === 'running' ? 'turning' : '')}${word}</span>`;
}

/**
 * The progress of a command to many instances: `<cairn-operation-progress .operation=${operation} total="120">`, one of the server or a
 * `SelectionRun`. The server does not count instances beforehand, so without `total` the bar is indeterminate. Sends `stop`.
 */
export class OperationProgress extends LitElement {
  static properties = { operation: { attribute: false }, total: { type: Number }, stopping: { type: Boolean } };
  static styles = [controls, css`
    :host { display: flex; flex-direction: column; gap: 4px; min-width: 0; font-size: 13px; line-height: 20px; }
    progress { appearance: none; width: 100%; height: 4px; border: 0; border-radius: 2px; overflow: hidden; background: var(--c-line); display: block; }
    progress::-webkit-progress-bar { background: var(--c-line); }
    progress::-webkit-progress-value { background: var(--c-accent); }
    progress::-moz-progress-bar { background: var(--c-accent); }
    progress:indeterminate { background: linear-gradient(90deg, var(--c-line) 30%, var(--c-accent) 50%, var(--c-line) 70%) 0 0 / 200% 100%; }
    progress:indeterminate::-webkit-progress-bar { background: transparent; }
    @media (prefers-reduced-motion: no-preference) {
      progress:indeterminate { animation: sweep 1.6s linear infinite; }
      @keyframes sweep { from { background-position: 100% 0; } to { background-position: -100% 0; } }
    }
    .numbers { font-variant-numeric: tabular-nums; }
    .failed { color: var(--c-faulted); }
    summary { cursor: pointer; color: var(--c-faulted); width: fit-content; }
    ul { margin: 4px 0 0; padding: 0; list-style: none; display: flex; flex-direction: column; gap: 2px; max-height: 240px; overflow: auto; }
    li { overflow-wrap: anywhere; }
  `];

  render() {
    const { operation } = this;
    if (!operation) {
      return nothing;
    }
    const isRunning = operation.state === 'running';
    const asked = operation.done + operation.failed;
    return html`
      <div class="row"><slot></slot>${operationBadge(operation.state)}
        <span class="numbers"><strong>${formatNumber(operation.done)}</strong>${this.total ? ` of ${formatNumber(Math.max(this.total, asked))}` : nothing} done</span>
        ${operation.startedAt && operation.endedAt ? html`<span class="muted">in ${formatDuration(new Date(operation.endedAt) - new Date(operation.startedAt))}</span>` : nothing}
        ${isRunning && operation.reachedTo ? html`<span class="muted">now at instances started <cairn-time-label mode="clock"
          value=${operation.reachedTo}></cairn-time-label></span>` : nothing}
        ${operation.passes > 1 ? html`<span class="muted">search ${operation.passes}</span>` : nothing}
        <span class="grow"></span>
        ${isRunning ? html`<button class="danger" ?disabled=${this.stopping} @click=${this.#stop}>${icon('stop')}Stop</button>` : nothing}
        <slot name="actions"></slot></div>
      ${isRunning ? html`<progress aria-label="Progress of ${COMMANDS[operation.command]?.label ?? operation.command}"
        max=${this.total ? Math.max(this.total, asked) : nothing} value=${this.total ? asked : nothing}></progress>` : nothing}
      ${operation.cause ? html`<div class="failed">The search failed${operation.cause.code ? html` (<code>${operation.cause.code}</code>)` : nothing}.
        Begin the operation again: instances that have done it have nothing to do.</div>` : nothing}
      ${operation.failed ? html`<details><summary>${formatNumber(operation.failed)} did not do it</summary>
        <ul>${operation.failures.map(failure => html`<li><a class="mono" href=${link(['instances', failure.instance])}
          title=${failure.instance}>${shortId(failure.instance)}</a> ${failure.detail ?? KINDS[failure.kind] ?? failure.kind?.replaceAll('_', ' ')}
          ${failure.code ? html`<code class="muted">${failure.code}</code>` : nothing}</li>`)}
        ${operation.failed > operation.failures.length ? html`<li class="muted">… and ${formatNumber(operation.failed - operation.failures.length)} more</li>` : nothing}
        </ul></details>` : nothing}`;
  }

  #stop() {
    this.dispatchEvent(new CustomEvent('stop'));
  }
}
customElements.define('cairn-operation-progress', OperationProgress);
