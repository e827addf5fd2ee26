import { LitElement, css, html, nothing } from 'lit';
import { localName, withVisibleControls } from '../core/format.js';
import { PagePoll } from '../core/page-poll.js';
import { link, replace } from '../core/router.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import { keyedRows } from '../parts/keyed-rows.js';
import { lostText, ruleText, scheduleBadges, schedulePath, zoneText } from '../parts/schedule-rule.js';
import '../parts/problem-view.js';
import '../parts/time-label.js';

const POLL_MILLIS = 5_000;
const PAGE = 100;
/** Schedules that are read again and again at the most: a filter by workflow finds the others. */
const MAX_SHOWN = 1_000;
/** Pages may be empty although more follow. */
const MAX_READS = 20;

/** The schedules of the workflows: their rules, and when they are due. */
export class SchedulesPage extends LitElement {
  static properties = { source: { attribute: false }, route: { attribute: false }, most: { state: true } };
  static styles = [controls, pageLayout, css`
    .search { position: relative; }
    .search svg { position: absolute; left: 8px; top: 8px; color: var(--c-muted); }
    .search input { padding-left: 30px; width: 240px; }
    .name { font-weight: 600; overflow-wrap: anywhere; }
    .rule { overflow-wrap: anywhere; }
    .badges { display: inline-flex; gap: 4px; flex-wrap: wrap; }
    .lost { color: var(--c-parked); }
    tbody tr:hover { background: color-mix(in srgb, var(--c-raised) 50%, transparent); }
    @media (max-width: 720px) {
      table, tbody, tr, td { display: block; }
      thead { display: none; }
      tr { padding: 8px 0; border-bottom: 1px solid var(--c-line); }
      tbody tr:last-child { border-bottom: 0; }
      td { border: 0; padding: 2px 12px; }
      td[data-label]::before { content: attr(data-label) ' '; color: var(--c-muted); }
      .search, .search input { width: 100%; }
    }
  `];

  #poll = new PagePoll(this, source => readSchedules(source, this.route.params.workflow, this.most), () => POLL_MILLIS);

  constructor() {
    super();
    this.most = PAGE;
  }

  willUpdate(changed) {
    if (changed.get('route') && changed.get('route').params.workflow !== this.route.params.workflow) {
      this.#poll.now();
    }
  }

  render() {
    const { value, problem } = this.#poll;
    const { workflow } = this.route.params;
    return html`
      <div class="page">
        <header>
          <h1 class="grow">Schedules</h1>
          ${workflow ? html`<span class="chip">${workflow}</span><a href=${link('schedules')}>All workflows</a>` : nothing}
          <label class="search">${icon('search')}<span class="hidden-label">Filter</span>
            <input type="search" placeholder="Filter" .value=${this.route.params.filter ?? ''}
              @input=${event => replace({ ...this.route.params, filter: event.target.value })}></label>
        </header>
        <cairn-problem-view .problem=${problem} retryable @retry=${() => this.#poll.now()}></cairn-problem-view>
        ${problem?.status === 501 ? html`<p class="muted">Without a store, the schedules of definitions run, and are among the triggers of their
          <a href=${link('workflows')}>workflows</a>.</p>` : nothing}
        ${value ? this.#table(value) : problem ? nothing : html`<p class="muted" aria-busy="true">Loading…</p>`}
      </div>`;
  }

  #table({ schedules, isPartial }) {
    const filter = (this.route.params.filter ?? '').toLowerCase();
    const shown = schedules.filter(each => `${each.workflow} ${each.name} ${each.description} ${ruleText(each)}`.toLowerCase().includes(filter));
    const more = isPartial ? html`<div class="row"><span class="muted small">These are ${schedules.length} of more schedules.</span>
      ${this.most < MAX_SHOWN ? html`<button @click=${this.#more}>Show more</button>`
        : html`<span class="muted small">Choose a workflow to see others.</span>`}</div>` : nothing;
    if (!shown.length) {
      return html`<div class="panel empty">${filter ? html`No schedule has “${filter}” in its name, workflow or rule.`
        : html`<p>No schedule starts a workflow that you may see.</p><p>Definitions state schedules, and the application or the management API
          creates them at run time.</p>`}</div>${more}`;
    }
    return html`
      <div class="panel scroll-x">
        <table>
          <thead><tr><th>Schedule</th><th>Rule</th><th>Next due</th><th>Last due</th><th>Started nothing</th></tr></thead>
          <tbody>${keyedRows(shown, each => `${each.workflow} ${each.name}`, each => this.#row(each))}</tbody>
        </table>
      </div>${more}`;
  }

  #row(each) {
    return html`
      <tr>
        <td><a class="name" href=${link(schedulePath(each))}>${withVisibleControls(each.name)}</a> <span class="badges">${scheduleBadges(each)}</span>
          <div class="muted small">${localName(each.workflow)} <span>${each.workflow.split(':')[0]}</span></div></td>
        <td class="rule">${each.description}
          <div class="muted small"><span class="mono">${ruleText(each)}</span> ${zoneText(each) ?? nothing}</div></td>
        <td data-label="Next due">${each.nextDues.length ? html`<cairn-time-label mode="relative" value=${each.nextDues[0]}></cairn-time-label>`
          : html`<span class="muted">${each.paused ? 'when resumed' : each.after ? 'after an instance' : 'never'}</span>`}</td>
        <td data-label="Last due">${each.lastDue ? html`<cairn-time-label mode="relative" value=${each.lastDue}></cairn-time-label>`
          : html`<span class="muted">none yet</span>`}</td>
        <td data-label="Started nothing">${lostText(each.lost) ? html`<span class="lost">${lostText(each.lost)}</span>` : html`<span class="muted">–</span>`}</td>
      </tr>`;
  }

  #more = () => {
    this.most = Math.min(this.most + PAGE, MAX_SHOWN);
    this.#poll.now();
  };
}
customElements.define('cairn-schedules-page', SchedulesPage);

async function readSchedules(source, workflow, most) {
  const schedules = [];
  let cursor;
  for (let read = 0; read < MAX_READS && (read === 0 || cursor) && schedules.length < most; read++) {
    const page = await source.get('schedules', { workflow, limit: most - schedules.length, cursor });
    schedules.push(...page.schedules);
    cursor = page.next;
  }
  schedules.sort((one, other) => one.workflow.localeCompare(other.workflow) || one.name.localeCompare(other.name));
  return { schedules, isPartial: Boolean(cursor) };
}
