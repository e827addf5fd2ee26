import { LitElement, css, html, nothing } from 'lit';
import { localName } from '../core/format.js';
import { LiveController } from '../core/live.js';
import { link, replace } from '../core/router.js';
import { Problem } from '../core/source.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import { keyedRows } from '../parts/keyed-rows.js';
import { countStyles, statusCounts } from '../parts/status-counts.js';
import { triggerLabel } from '../parts/trigger-label.js';
import '../parts/problem-view.js';
import '../parts/rate-line.js';

/** Numbers of stores that search are as old as this anyway. */
const REFRESH_MILLIS = 2_000;
const RATES_MILLIS = 10_000;

/** The workflows of the application: how they are started, and how their instances are. */
export class WorkflowsPage extends LitElement {
  static properties = {
    source: { attribute: false },
    route: { attribute: false },
    workflows: { state: true },
    rates: { state: true },
    problem: { state: true },
  };

  static styles = [controls, pageLayout, countStyles, css`
    .search { position: relative; }
    .search svg { position: absolute; left: 8px; top: 8px; color: var(--c-muted); }
    .search input { padding-left: 30px; width: 240px; }
    .workflow { font-weight: 600; color: var(--c-text); overflow-wrap: anywhere; }
    .about { max-width: 48ch; }
    .triggers { display: flex; flex-wrap: wrap; gap: 4px; }
    td.actions { text-align: right; white-space: nowrap; }
    tbody tr:hover { background: color-mix(in srgb, var(--c-raised) 50%, transparent); }
    @media (max-width: 720px) {
      table, tbody, td { display: block; }
      thead { display: none; }
      tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; padding: 8px 0; border-bottom: 1px solid var(--c-line); }
      tbody tr:last-child { border-bottom: 0; }
      td { border: 0; padding: 2px 12px; grid-column: 1; }
      td.actions { grid-column: 2; grid-row: 1 / span 2; }
      .search, .search input { width: 100%; }
    }
  `];

  #live = new LiveController(this, () => ({}), { change: () => this.#later(), reset: () => this.#load() });

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    this.#loadRates();
    this.rating = setInterval(() => document.hidden || this.#loadRates(), RATES_MILLIS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.refreshing);
    clearInterval(this.rating);
  }

  render() {
    return html`
      <div class="page">
        <header>
          <h1 class="grow">Workflows</h1>
          <label class="search">${icon('search')}<span class="hidden-label">Filter</span>
            <input type="search" placeholder="Filter" .value=${this.route.params.filter ?? ''} @input=${event => replace({ filter: event.target.value })}></label>
        </header>
        <cairn-problem-view .problem=${this.problem} retryable @retry=${this.#load}></cairn-problem-view>
        ${this.workflows ? this.#table() : this.problem ? nothing : html`<p class="muted" aria-busy="true">Loading…</p>`}
      </div>`;
  }

  #table() {
    const filter = (this.route.params.filter ?? '').toLowerCase();
    const shown = this.workflows.filter(each => `${each.workflow} ${each.title ?? ''}`.toLowerCase().includes(filter));
    if (shown.length === 0) {
      return html`<div class="panel empty">${filter ? html`No workflow has “${filter}” in its name or title.`
        : 'This application has no workflow that you may see.'}</div>`;
    }
    return html`
      <div class="panel scroll-x">
        <table>
          <thead><tr><th>Workflow</th><th>Version</th><th>Started by</th><th>Instances</th>${this.rates ? html`<th>Last 10 minutes</th>` : nothing}
            <th><span class="hidden-label">Actions</span></th></tr></thead>
          <tbody>${keyedRows(shown, each => each.workflow, each => this.#row(each))}</tbody>
        </table>
      </div>`;
  }

  #row(each) {
    const gone = each.versions.length === 0;
    const path = ['workflows', each.workflow];
    return html`
      <tr>
        <td>
          ${gone ? html`<span class="workflow">${localName(each.workflow)}</span>` : html`<a class="workflow" href=${link(path)}>${localName(each.workflow)}</a>`}
          <span class="muted small">${each.workflow.split(':')[0]}</span>
          ${each.title ? html`<div class="muted small about">${each.title}</div>` : nothing}
          ${gone ? html`<div class="muted small">The application no longer has it.</div>` : nothing}
        </td>
        <td>${each.versions.at(-1)}${each.versions.length > 1 ? html` <span class="muted small" title=${each.versions.join(', ')}>and ${each.versions.length - 1} more</span>` : nothing}</td>
        <td><span class="triggers">${each.triggers.length ? each.triggers.map(trigger => triggerLabel(trigger, each.workflow)) : html`<span class="muted">code</span>`}</span></td>
        <td>${statusCounts(each.workflow, each.instances, { exact: each.exactCounts })}</td>
        ${this.rates ? html`<td><cairn-rate-line .rates=${this.rates.get(each.workflow)}></cairn-rate-line></td>` : nothing}
        <td class="actions">${gone ? nothing : html`<a class="button" href=${link(path, { run: 'true' })} aria-label="Run ${localName(each.workflow)}">${icon('play')}Run</a>`}</td>
      </tr>`;
  }

  #later() {
    this.refreshing ??= setTimeout(() => this.#load(), REFRESH_MILLIS);
  }

  #load = async () => {
    clearTimeout(this.refreshing);
    this.refreshing = undefined;
    try {
      this.workflows = (await this.source.get('workflows')).workflows;
      this.problem = null;
    } catch (failure) {
      this.problem = Problem.of(failure);
    }
  };

  /** Rates are an extra: without them the page has one column less. */
  async #loadRates() {
    const answer = await this.source.get('rates').catch(() => null);
    this.rates = answer?.workflows ? new Map(answer.workflows.map(each => [each.workflow, each])) : this.rates;
  }
}
customElements.define('cairn-workflows-page', WorkflowsPage);
