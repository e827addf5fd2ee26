import { LitElement, css, html, nothing } from 'lit';
import { formatDuration } from '../core/format.js';
import { controls } from '../core/styles.js';
import { keyOf, lengthOf, statusAt } from '../timeline/run-history.js';
import { cssProps } from './css-props.js';
import { statusBadge } from './status-badge.js';
import { VirtualRows } from './virtual-rows.js';

const ROW_HEIGHT = 32;
const HEAD_HEIGHT = 32;
const COLUMNS = [
  ['order', '#', run => run.index], ['name', 'Task', run => run.name], ['kind', 'Kind', run => run.kind], ['status', 'Status', run => run.status],
  ['started', 'Started', run => run.startStep], ['length', 'Duration', run => lengthOf(run)],
];
const STATUSES = ['running', 'completed', 'skipped', 'faulted', 'cancelled'];

/**
 * The task runs of an instance as a table: `<cairn-task-table .history .revision selected="/do/0/pay@1">`. Sends `run-select` with `{key}`.
 * Filtered by name, kind and status; a click on a head sorts. Only rows that are seen are rendered.
 */
export class TaskTable extends LitElement {
  static properties = {
    history: { attribute: false }, revision: { attribute: false }, step: { attribute: false }, selected: {},
    text: { state: true }, kind: { state: true }, status: { state: true }, order: { state: true }, down: { state: true },
  };

  static styles = [controls, css`
    :host { display: flex; flex-direction: column; min-height: 0; }
    .filters { display: flex; gap: 8px; flex-wrap: wrap; align-items: center; padding: 8px 12px; border-bottom: 1px solid var(--c-line); }
    .filters input { flex: 1 1 160px; min-width: 0; }
    .scroller { flex: 1; overflow: auto; min-height: 0; outline-offset: -2px; overscroll-behavior: contain; }
    .line { display: grid; grid-template-columns: 56px minmax(140px, 1fr) 76px 108px 108px 96px; min-width: 560px; align-items: center; column-gap: 8px; padding: 0 12px; height: 32px; font-size: 13px; border-bottom: 1px solid var(--c-line); }
    .head { position: sticky; top: 0; z-index: 1; background: var(--c-panel); }
    .head button { min-height: 24px; padding: 0; border: 0; background: none; color: var(--c-muted); font-size: 12px; }
    .rows { position: relative; min-width: 560px; }
    .window { position: absolute; inset: 0 0 auto; }
    .rows .line { cursor: pointer; contain: strict; }
    .rows .line:hover { background: color-mix(in srgb, var(--c-raised) 60%, transparent); }
    .line.selected, .rows .line.selected:hover { background: var(--c-accent-soft); }
    .line.later { color: var(--c-muted); }
    .line > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .times { font-variant-numeric: tabular-nums; }
  `];

  #virtual = new VirtualRows(this, '.scroller', ROW_HEIGHT);

  constructor() {
    super();
    this.text = '';
    this.kind = '';
    this.status = '';
    this.order = 'order';
    this.down = false;
  }

  willUpdate(changed) {
    if (this.history && ['history', 'revision', 'text', 'kind', 'status', 'order', 'down'].some(name => changed.has(name))) {
      this.kinds = [...new Set(this.history.runs.map(run => run.kind))].filter(Boolean).sort();
      this.rows = this.#sorted(this.history.runs.filter(run => this.#matches(run)));
    }
    if (changed.has('selected')) {
      this.revealed = this.rows?.findIndex(run => keyOf(run) === this.selected);
    }
  }

  updated() {
    if (this.revealed >= 0) {
      this.#virtual.reveal(this.revealed, HEAD_HEIGHT);
      this.revealed = undefined;
    }
  }

  #matches(run) {
    const text = this.text.trim().toLowerCase();
    return (!this.kind || run.kind === this.kind) && (!this.status || run.status === this.status)
      && (!text || run.name.toLowerCase().includes(text) || run.task.toLowerCase().includes(text));
  }

  #sorted(runs) {
    const [, , value] = COLUMNS.find(([name]) => name === this.order);
    const sign = this.down ? -1 : 1;
    return this.order === 'order' && !this.down ? runs : runs.toSorted((one, other) => {
      const [left, right] = [value(one), value(other)];
      return sign * (left < right ? -1 : left > right ? 1 : one.index - other.index);
    });
  }

  render() {
    const rows = this.rows ?? [];
    const { first, last } = this.#virtual.window(rows.length);
    return html`
      <div class="filters">
        <input type="search" placeholder="Task name or reference" aria-label="Task name or reference" .value=${this.text} @input=${event => (this.text = event.target.value)}>
        <select aria-label="Kind" @change=${event => (this.kind = event.target.value)}>
          <option value="">Any kind</option>${this.kinds?.map(kind => html`<option value=${kind} ?selected=${kind === this.kind}>${kind}</option>`)}</select>
        <select aria-label="Status" @change=${event => (this.status = event.target.value)}>
          <option value="">Any status</option>${STATUSES.map(status => html`<option value=${status} ?selected=${status === this.status}>${status}</option>`)}</select>
        <span class="small muted" role="status">${rows.length.toLocaleString()} of ${this.history?.runs.length.toLocaleString() ?? 0}</span>
      </div>
      <div class="scroller" tabindex="0" role="table" aria-label="Task runs" aria-rowcount=${rows.length + 1} @keydown=${this.#key}>
        <div class="line head" role="row">${COLUMNS.map(([name, title]) => html`
          <span role="columnheader" aria-sort=${this.order === name ? (this.down ? 'descending' : 'ascending') : 'none'}>
            <button @click=${() => this.#sort(name)}>${title}${this.order === name ? (this.down ? ' ↓' : ' ↑') : ''}</button></span>`)}</div>
        <div class="rows" role="rowgroup" ${cssProps(this.#virtual.sizer(rows.length))}>
          <div class="window" ${cssProps(this.#virtual.mover(first))} role="presentation">${rows.slice(first, last).map((run, at) => this.#row(run, first + at))}</div></div>
        ${rows.length ? nothing : html`<div class="empty">No task run matches.</div>`}
      </div>`;
  }

  #row(run, at) {
    const key = keyOf(run);
    return html`
      <div class="line ${key === this.selected ? 'selected' : ''} ${run.startStep > (this.step ?? Infinity) ? 'later' : ''}" role="row" aria-rowindex=${at + 2}
        @click=${() => this.#select(run)}>
        <span role="cell" class="muted">${run.index + 1}</span>
        <span role="cell" title=${run.task}>${run.name || 'Workflow'}${run.run > 1 ? html` <span class="muted">#${run.run}</span>` : nothing}${run.attempts > 1 ? html` <span class="muted" title="Tried ${run.attempts} times">↻${run.attempts}</span>` : nothing}</span>
        <span role="cell" class="muted">${run.kind}</span>
        <span role="cell">${statusBadge(statusAt(run, this.step ?? Infinity))}</span>
        <span role="cell" class="times" title=${run.startedAt}>+${formatDuration(Date.parse(run.startedAt) - this.history.beginMillis)}</span>
        <span role="cell" class="times">${formatDuration(lengthOf(run))}</span>
      </div>`;
  }

  #sort(name) {
    this.down = this.order === name && !this.down;
    this.order = name;
  }

  #select(run) {
    this.dispatchEvent(new CustomEvent('run-select', { detail: { key: keyOf(run), run }, bubbles: true, composed: true }));
  }

  #key(event) {
    const at = this.rows?.findIndex(run => keyOf(run) === this.selected) ?? -1;
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: (this.rows?.length ?? 0) - 1 }[event.key];
    if (next !== undefined && this.rows?.[next] && event.target === event.currentTarget) {
      event.preventDefault();
      this.#select(this.rows[next]);
    }
  }
}

customElements.define('cairn-task-table', TaskTable);
