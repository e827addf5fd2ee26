import { LitElement, css, html, nothing } from 'lit';
import { formatCompact, formatTime, formatUtc } from '../core/format.js';
import { PERIODS, STATUSES, criteria, readSearch, statusText, statusesOf } from '../core/instance-query.js';
import { navigate } from '../core/router.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import { statusClass, statusIcon } from './status-badge.js';
import './criteria-panel.js';

/**
 * The criteria of a search for instances: `<cairn-instance-filter .params=${params} .workflows=${workflows} .counts=${numbers}>`. Sends
 * `search` with all parameters of the new search. `counts` has numbers by status, and `exact`.
 */
export class InstanceFilter extends LitElement {
  static properties = {
    params: { attribute: false }, workflows: { attribute: false }, counts: { attribute: false }, errorTypes: { attribute: false },
    expanded: { state: true },
  };
  static styles = [controls, css`
    :host { display: block; }
    .fields { display: flex; gap: 8px; padding: 12px; flex-wrap: wrap; }
    .search { position: relative; flex: 1 1 240px; min-width: 0; }
    .search svg { position: absolute; left: 8px; top: 8px; color: var(--c-muted); pointer-events: none; }
    .search input { width: 100%; padding-left: 32px; padding-right: 32px; }
    .search kbd { position: absolute; right: 8px; top: 6px; }
    .search input:focus + kbd { display: none; }
    kbd { font: 11px/18px var(--c-mono); padding: 0 5px; border: 1px solid var(--c-line); border-radius: 4px; color: var(--c-muted); }
    select { flex: 0 1 auto; min-width: 0; max-width: 260px; }
    .states { display: flex; gap: 4px; padding: 0 12px 12px; overflow-x: auto; scrollbar-width: thin; }
    .states button { min-height: 28px; padding: 0 8px; gap: 5px; border-color: transparent; background: none; color: var(--c-muted); }
    .states button:hover { background: var(--c-raised); }
    .states button[aria-pressed='true'] { background: var(--c-accent-soft); color: var(--c-text); border-color: var(--c-accent); }
    .states svg { width: 12px; height: 12px; stroke-width: 2; animation: none; }
    .states .parked { margin-left: 9px; position: relative; }
    .states .parked::before { content: ''; position: absolute; left: -8px; top: 4px; bottom: 4px; border-left: 1px solid var(--c-line); }
    .states .count { font-variant-numeric: tabular-nums; font-weight: 400; color: var(--c-muted); }
    .pending svg { color: var(--c-pending); } .running svg { color: var(--c-running); } .waiting svg { color: var(--c-waiting); }
    .suspended svg { color: var(--c-suspended); } .parked svg { color: var(--c-parked); } .faulted svg { color: var(--c-faulted); }
    .completed svg { color: var(--c-completed); } .cancelled svg { color: var(--c-cancelled); }
    .chips { display: flex; gap: 8px; flex-wrap: wrap; padding: 0 12px 12px; }
    .criterion { display: inline-flex; align-items: center; max-width: 100%; min-height: 28px; border-radius: 4px; background: var(--c-raised); font-size: 12.5px; padding-left: 8px; }
    .criterion .ellipsis { max-width: 48ch; }
    .criterion button { min-height: 28px; width: 28px; }
    @media (max-width: 520px) { select { flex: 1 1 40%; max-width: none; } .states { flex-wrap: wrap; } }
  `];

  constructor() {
    super();
    this.workflows = [];
    this.counts = null;
    this.errorTypes = [];
  }

  render() {
    const { params } = this;
    const chips = criteria(params);
    const workflow = this.workflows.find(each => each.workflow === params.workflow || each.workflow.endsWith(`:${params.workflow}`));
    const versions = [...new Set([...workflow?.versions ?? [], ...params.version ? [params.version] : []])];
    return html`
      <div class="fields">
        <form class="search" role="search" @submit=${this.#submit}>${icon('search')}
          <input type="search" aria-label="Find instances" placeholder="Business key, id, or attribute=value" maxlength="600" spellcheck="false"
            autocomplete="off" @keydown=${this.#key}><kbd aria-hidden="true">/</kbd></form>
        <select aria-label="Workflow" @change=${event => this.change({ workflow: event.target.value, version: undefined })}>
          <option value="" .selected=${!params.workflow}>All workflows</option>
          ${this.#workflowOptions().map(name => html`<option value=${name} .selected=${name === (workflow?.workflow ?? params.workflow)}>${name}</option>`)}
        </select>
        ${versions.length > 1 || params.version ? html`<select aria-label="Version" @change=${event => this.change({ version: event.target.value })}>
          <option value="" .selected=${!params.version}>All versions</option>
          ${versions.map(version => html`<option value=${version} .selected=${version === params.version}>${version}</option>`)}</select>` : nothing}
        <select aria-label="Started" @change=${event => this.#period(event.target)}>
          <option value="" .selected=${!params.started}>Started any time</option>
          ${Object.entries(PERIODS).map(([name, { label }]) => html`<option value=${name} .selected=${name === params.started}>${label}</option>`)}
          <option value="between">Between …</option>
        </select>
        <button aria-expanded=${Boolean(this.expanded)} @click=${() => { this.expanded = !this.expanded; }}>${icon('filter')}More</button>
      </div>
      ${this.#states()}
      ${chips.length ? html`<div class="chips">${chips.map(chip => this.#chip(chip))}
        <button class="link" @click=${() => this.#send(this.#kept())}>Clear</button></div>` : nothing}
      ${this.expanded ? html`<cairn-criteria-panel .params=${params} .errorTypes=${this.errorTypes}
        @change-criteria=${event => this.change(event.detail)}></cairn-criteria-panel>` : nothing}`;
  }

  #workflowOptions() {
    const names = this.workflows.map(({ workflow }) => workflow);
    const { workflow } = this.params;
    return workflow && !names.some(name => name === workflow || name.endsWith(`:${workflow}`)) ? [workflow, ...names] : names;
  }

  /** A button for each state adds it to the search or takes it out. Parked instances are suspended, so `parked` stands for itself. */
  #states() {
    const { params } = this;
    const parked = params.parked === 'true';
    const chosen = parked ? [] : statusesOf(params.status);
    const toggled = status => statusText(chosen.includes(status) ? chosen.filter(each => each !== status) : [...chosen, status]);
    return html`<div class="states" role="group" aria-label="Status">
      <button aria-pressed=${!parked && !chosen.length} @click=${() => this.change({ status: undefined, parked: undefined })}>All</button>
      ${STATUSES.map(status => this.#state(status, chosen.includes(status), { status: toggled(status), parked: undefined }))}
      ${this.#state('parked', parked, { status: undefined, parked: parked ? undefined : 'true' })}</div>`;
  }

  #state(status, isChosen, params) {
    const count = this.counts?.[status] ?? (this.counts?.exact ? 0 : undefined);
    return html`<button class=${statusClass(status)} aria-pressed=${isChosen} @click=${() => this.change(params)}>${statusIcon(status)}${status}${count === undefined ? nothing
      : html` <span class="count">${formatCompact(count)}${this.counts.exact ? '' : '+'}</span>`}</button>`;
  }

  #chip({ name, label, value, isTime }) {
    const text = isTime ? formatTime(value) : value;
    return html`<span class="criterion" title=${isTime ? formatUtc(value) : value}><span class="ellipsis"><span class="muted">${label}</span> ${text}</span>
      <button class="quiet icon" aria-label="Remove ${label}" @click=${() => this.change({ [name]: undefined })}>${icon('close')}</button></span>`;
  }

  focusSearch() {
    this.renderRoot.querySelector('input').focus();
  }

  /** Searches with some parameters other than they are. */
  change(params) {
    this.#send({ ...this.params, ...params });
  }

  #period(select) {
    const { value } = select;
    if (value === 'between') {
      this.expanded = true;
      select.value = '';
      this.change({ started: undefined });
    } else {
      this.change({ started: value, createdFrom: undefined, createdTo: undefined });
    }
  }

  /** The criteria that have controls of their own: clearing the chips keeps them. */
  #kept() {
    const { workflow, version, status, parked, started } = this.params;
    return { workflow, version, status, parked, started };
  }

  #submit(event) {
    event.preventDefault();
    const input = this.renderRoot.querySelector('input');
    const found = readSearch(input.value);
    input.value = '';
    if (found.instance) {
      navigate(['instances', found.instance]);
    } else if (found.params) {
      this.change(found.params);
    }
  }

  #key(event) {
    if (event.key === 'Escape') {
      event.target.value = '';
      event.target.blur();
    }
  }

  #send(params) {
    this.dispatchEvent(new CustomEvent('search', { detail: Object.fromEntries(Object.entries(params).filter(([, value]) => value)) }));
  }
}
customElements.define('cairn-instance-filter', InstanceFilter);
