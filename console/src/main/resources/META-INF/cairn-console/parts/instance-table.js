import { LitElement, css, html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { formatDuration, formatTime, localName, shortId } from '../core/format.js';
import { link, navigate } from '../core/router.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import { keyedRows } from './keyed-rows.js';
import { statusBadge } from './status-badge.js';
import './time-label.js';

/** A row that changed is marked for this long. */
const MARK_MILLIS = 1_500;

/**
 * A list of instances: `<cairn-instance-table .rows=${rows} .selected=${ids} .active=${id}>`. Keys apply to the active
 * row. Sends `toggle` (`{id, range}`) when a row is selected or no longer, `toggle-all`, and `activate` (`{id}`) when a row is focused.
 */
export class InstanceTable extends LitElement {
  static properties = {
    rows: { attribute: false }, selected: { attribute: false }, active: {}, matches: { attribute: false }, withWorkflow: { type: Boolean },
  };
  static styles = [controls, css`
    :host { display: block; container-type: inline-size; }
    .line {
      display: grid; grid-template-columns: 40px 116px minmax(0, 1.1fr) minmax(0, 1fr) 116px 124px 92px minmax(0, 1.1fr);
      align-items: center; column-gap: 8px; min-height: 36px; padding-right: 12px; border-bottom: 1px solid var(--c-line);
      position: relative; font-size: 13px; line-height: 20px;
    }
    .narrowed .line { grid-template-columns: 40px 116px minmax(0, 1.2fr) 116px 124px 92px minmax(0, 1.2fr); }
    .body .line:last-child { border-bottom: 0; }
    .head { color: var(--c-muted); font-size: 12px; font-weight: 500; min-height: 32px; }
    .titles { position: sticky; top: 48px; z-index: 2; background: var(--c-panel); }
    .body .line { cursor: pointer; content-visibility: auto; contain-intrinsic-size: auto 36px; scroll-margin: 88px 0 80px; }
    .body .line:hover { background: var(--c-raised); }
    .body .line.selected { background: var(--c-accent-soft); }
    .body .line:focus-visible, .body .line.active { outline: 2px solid var(--c-focus); outline-offset: -2px; border-radius: 4px; }
    .body .line.active:not(:focus-within) { outline-color: var(--c-strong-line); outline-width: 1px; }
    .gone > :not(.select) { opacity: .6; }
    .cell { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .select { align-self: stretch; overflow: visible; user-select: none; }
    .select label { display: grid; place-items: center; height: 100%; cursor: pointer; }
    .took { padding-right: 8px; }
    .wakes { display: inline-flex; align-items: center; gap: 4px; color: var(--c-muted); }
    .wakes svg { width: 12px; height: 12px; }
    .detail { display: flex; align-items: center; gap: 8px; mask-image: linear-gradient(90deg, #000 calc(100% - 16px), transparent); }
    .detail > * { flex: none; }
    .fault { color: var(--c-faulted); }
    .park { color: var(--c-parked); }
    @media (prefers-reduced-motion: no-preference) {
      .changed { animation: changed 1.5s ease-out; }
      @keyframes changed { from { background: var(--c-mark); } }
    }
    @container (max-width: 860px) {
      .titles { position: static; }
      .head .cell:not(.select) { display: none; }
      .head::after { content: 'Select all'; grid-column: 2 / -1; }
      .line, .narrowed .line { grid-template-columns: 40px minmax(0, 1fr) auto; row-gap: 0; padding-top: 6px; padding-bottom: 6px; }
      .head.line { padding-top: 0; padding-bottom: 0; }
      .body .select { grid-row: 1 / 4; }
      .body .status { grid-row: 1; grid-column: 2; }
      .body .started { grid-row: 1; grid-column: 3; text-align: right; color: var(--c-muted); }
      .body .workflow { grid-row: 2; grid-column: 2; }
      .body .took { grid-row: 2; grid-column: 3; text-align: right; color: var(--c-muted); }
      .body .business { grid-row: 3; grid-column: 2; }
      .body .id { grid-row: 3; grid-column: 3; text-align: right; }
      .body .detail { grid-row: 4; grid-column: 2 / -1; }
      .body .detail { flex-wrap: wrap; row-gap: 4px; mask-image: none; }
      .body .detail:not(:has(*)) { display: none; }
      .narrowed .business { grid-row: 2; }
      .narrowed .id { grid-row: 3; }
    }
  `];

  constructor() {
    super();
    this.rows = [];
    this.selected = new Set();
    this.matches = () => true;
  }

  render() {
    const all = this.rows.length > 0 && this.rows.every(({ id }) => this.selected.has(id));
    const titles = ['Status', ...this.withWorkflow ? ['Workflow'] : [], 'Business key', 'Id', 'Started', 'Took', 'Detail'];
    return html`
      <div role="grid" aria-label="Instances" aria-multiselectable="true" class=${this.withWorkflow ? '' : 'narrowed'}>
        <div role="rowgroup" class="titles"><div role="row" class="line head">
          <div role="columnheader" class="cell select"><label><input type="checkbox" aria-label="Select all that are listed" .checked=${live(all)}
            .indeterminate=${!all && this.selected.size > 0} @change=${() => this.#send('toggle-all')}></label></div>
          ${titles.map(title => html`<div role="columnheader" class="cell ${title === 'Took' ? 'took number' : ''}">${title}</div>`)}
        </div></div>
        <div role="rowgroup" class="body">${keyedRows(this.rows, row => row.id, (row, index) => this.#row(row, index))}</div>
      </div>`;
  }

  /** Renders only the rows that differ: a change leaves most rows as they were. */
  #row(row, index) {
    const isActive = row.id === this.active;
    const isSelected = this.selected.has(row.id);
    const tabindex = isActive || (!this.active && index === 0) ? 0 : -1;
    const classes = ['line', isSelected && 'selected', isActive && 'active', !this.matches(row) && 'gone',
      performance.now() - row.changedAt < MARK_MILLIS && 'changed'].filter(Boolean).join(' ');
    return guard([row, classes, tabindex, this.withWorkflow], () => this.#line(row, classes, tabindex, isSelected));
  }

  #line(row, classes, tabindex, isSelected) {
    return html`
      <div role="row" class=${classes} data-id=${row.id} tabindex=${tabindex} aria-selected=${isSelected}
        @focus=${() => this.#send('activate', { id: row.id })} @click=${event => this.#open(event, row)}>
        <div role="gridcell" class="cell select"><label><input type="checkbox" tabindex="-1" aria-label="Select ${row.businessKey ?? row.id}"
          .checked=${live(isSelected)} @click=${event => this.#send('toggle', { id: row.id, range: event.shiftKey })}></label></div>
        <div role="gridcell" class="cell status">${statusBadge(row.status, row.parked)}</div>
        ${this.withWorkflow ? html`<div role="gridcell" class="cell workflow" title="${row.workflow} ${row.version}"
          >${localName(row.workflow)} <span class="muted">${row.version}</span></div>` : nothing}
        <div role="gridcell" class="cell business">${row.businessKey ? html`<span title=${row.businessKey}>${row.businessKey}</span>` : nothing}</div>
        <div role="gridcell" class="cell id"><a class="mono" tabindex="-1" href=${link(['instances', row.id])}
          title=${row.id}>${shortId(row.id)}</a></div>
        <div role="gridcell" class="cell started"><cairn-time-label mode="relative" value=${row.createdAt}></cairn-time-label></div>
        <div role="gridcell" class="cell took number">${row.endedAt ? formatDuration(new Date(row.endedAt) - new Date(row.createdAt)) : nothing}</div>
        <div role="gridcell" class="cell detail">${this.#detail(row)}</div>
      </div>`;
  }

  /** Further facts, most important first; the column cuts off the rest. */
  #detail(row) {
    const attributes = Object.entries(row.attributes ?? {});
    return html`${row.errorType ? html`<span class="fault" title=${row.errorType}>${row.errorType.split(/[/:]/).filter(Boolean).pop()}</span>` : nothing}
      ${row.parked ? html`<span class="park">cannot go on</span>` : nothing}
      ${row.wakesAt ? html`<span class="wakes" title="Goes on by itself at ${formatTime(row.wakesAt)}">${icon('clock')}<cairn-time-label
        mode="relative" value=${row.wakesAt}></cairn-time-label></span>` : nothing}
      ${row.parent ? html`<a class="wakes" tabindex="-1" href=${link(['instances', row.parent])} title="Run by ${row.parent}">${icon('flow')}${shortId(row.parent)}</a>` : nothing}
      ${attributes.map(([name, value]) => html`<span class="chip" title="${name} = ${value}"><span class="muted">${name}</span> ${value}</span>`)}`;
  }

  /** Focuses a row and scrolls to it. */
  async focusRow(id) {
    await this.updateComplete;
    const row = this.renderRoot.querySelector(`[data-id="${CSS.escape(id)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }

  /** A click on a row opens the instance as its link does, unless it ends a selection of text. */
  #open(event, row) {
    if (!event.target.closest('a, .select') && !getSelection().toString()) {
      if (event.ctrlKey || event.metaKey) {
        window.open(link(['instances', row.id]), '_blank', 'noopener');
      } else {
        navigate(['instances', row.id]);
      }
    }
  }

  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
customElements.define('cairn-instance-table', InstanceTable);
