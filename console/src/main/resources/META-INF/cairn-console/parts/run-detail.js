import { LitElement, css, html, nothing } from 'lit';
import { formatDuration } from '../core/format.js';
import { link } from '../core/router.js';
import { fetchRunValue, isOmitted, runValue } from '../core/run-values.js';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { hadCaught, isInCatch, lengthOf, pausedOf, statusAt } from '../timeline/run-history.js';
import { icon } from './icon-label.js';
import { statusBadge } from './status-badge.js';
import { isContainer } from './value-rows.js';
import './problem-view.js';
import './tab-strip.js';
import './time-label.js';
import './value-diff.js';
import './value-tree.js';

const LEFT_OUT = '(left out: large)';
const NOT_PERMITTED = '(needs the permission to read payloads)';

/**
 * One task run: times, error, input, output, the difference between them, and variables:
 * `<cairn-run-detail .source .instance .history .graph .revision .run .task .step .waiting>`. With a step it shows what was known then. Sends `run-fork` with `{run}`.
 */
export class RunDetail extends LitElement {
  static properties = {
    source: { attribute: false }, instance: { attribute: false }, history: { attribute: false }, graph: { attribute: false }, revision: { attribute: false }, run: { attribute: false }, task: {},
    step: { attribute: false }, waiting: { attribute: false }, forkable: { type: Boolean }, tab: { state: true }, loaded: { state: true }, problem: { state: true },
  };

  static styles = [controls, css`
    :host { display: flex; flex-direction: column; min-height: 0; }
    header { padding: 10px 12px 8px; display: flex; flex-direction: column; gap: 4px; }
    .title { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; min-width: 0; }
    .title h2 { overflow-wrap: anywhere; }
    .facts { display: flex; gap: 2px 16px; flex-wrap: wrap; font-size: 12px; line-height: 18px; color: var(--c-muted); font-variant-numeric: tabular-nums; }
    .facts b { font-weight: 500; color: var(--c-text); }
    .reference { color: var(--c-muted); overflow-wrap: anywhere; font-size: 11.5px; line-height: 16px; }
    .content { flex: 1; min-height: 160px; display: flex; flex-direction: column; }
    .content > cairn-value-tree, .content > cairn-value-diff { flex: 1; min-height: 0; }
    .empty button { margin-top: 8px; }
    .fault { margin: 12px; padding: 10px 12px; border-radius: var(--c-radius); background: var(--c-danger-soft); display: flex; flex-direction: column; gap: 6px; font-size: 13px; overflow-wrap: anywhere; }
    .fault strong { color: var(--c-danger); }
    .fault pre { white-space: pre-wrap; }
    .note { padding: 10px 12px 0; font-size: 13px; }
    button.fork { margin-left: auto; }
  `];

  constructor() {
    super();
    /** Values that were fetched apart, by run and name. */
    this.loaded = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.clock = setInterval(() => this.run && !this.run.endedAt && this.requestUpdate(), 1_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
  }

  willUpdate(changed) {
    if (changed.has('run') && this.run) {
      this.problem = null;
      const tabs = this.#tabs().map(([tab]) => tab);
      // The viewer's choice stays while he goes through runs, where it has something to show.
      this.tab = this.chosen && tabs.includes(this.chosen) ? this.chosen : tabs.includes('error') ? 'error' : this.#ended() ? 'output' : 'input';
    } else if (this.run && !this.#tabs().some(([tab]) => tab === this.tab)) {
      this.tab = 'input';
    }
  }

  #ended() {
    return this.run.endStep <= (this.step ?? Infinity);
  }

  #tabs() {
    const ended = this.#ended();
    return [
      ['input', 'Input'], ['output', 'Output'], ...ended && !this.run.error ? [['difference', 'Difference']] : [], ['variables', 'Variables'],
      ...hadCaught(this.run, this.step ?? Infinity) ? [['caught', 'Caught']] : [], ...ended && this.run.error ? [['error', 'Error']] : [],
    ];
  }

  render() {
    const { run } = this;
    if (!run) {
      return html`<div class="empty">${this.task ? html`This task has not run.<br><code>${this.task}</code>` : 'Select a task to see its values.'}</div>`;
    }
    const state = statusAt(run, this.step ?? Infinity);
    const status = state === 'running' && this.step == null && this.waiting?.has(run.task) ? 'waiting' : state;
    return html`
      <header>
        <div class="title"><h2>${run.name || 'The workflow'}</h2>${statusBadge(status)}
          ${this.forkable && run.task ? html`<button class="fork" title="Run again from this task, with another input, as a new instance" @click=${this.#fork}>${icon('branch')}What if…</button>` : nothing}</div>
        <div class="facts">
          ${run.kind ? html`<span>${run.kind}</span>` : nothing}
          ${run.run > 1 ? html`<span>run <b>${run.run}</b></span>` : nothing}
          ${run.attempts > 1 ? html`<span>tried <b>${run.attempts}</b> times</span>` : nothing}
          <span>began <b><cairn-time-label value=${run.startedAt} mode="clock"></cairn-time-label></b></span>
          <span>${run.endedAt ? 'took' : 'for'} <b>${formatDuration(lengthOf(run))}</b></span>
          ${pausedOf(run) ? html`<span title="Between a failure and its retry">stood still <b>${formatDuration(pausedOf(run))}</b></span>` : nothing}
        </div>
        ${run.task ? html`<code class="reference">${run.task}</code>` : nothing}
        ${run.task && this.source?.call ? html`<a class="small" href=${link('jq', { instance: this.instance.id, task: run.task, run: run.run })}>Try expressions with its input</a>` : nothing}
        ${this.#instances()}
      </header>
      <cairn-tab-strip label="Values" .tabs=${this.#tabs()} selected=${this.tab} @tab-select=${event => { this.tab = this.chosen = event.detail.tab; }}></cairn-tab-strip>
      <div class="content" role="tabpanel" aria-label=${this.tab}>${this.#content()}<cairn-problem-view .problem=${this.problem}></cairn-problem-view></div>`;
  }

  #instances() {
    return this.run.instances?.length ? html`<div class="facts">${icon('flow')}runs ${this.run.instances.map(id => html`<a class="mono" href=${link(['instances', id])}>${id}</a>`)}</div>` : nothing;
  }

  #content() {
    if (this.run.startStep > (this.step ?? Infinity)) {
      return html`<div class="empty">It had not begun at this step.</div>`;
    }
    switch (this.tab) {
      case 'error': return this.#error(this.run.error);
      case 'caught': return this.#caught();
      case 'variables': return this.#variables();
      case 'difference': return this.#difference();
      case 'output': return this.#ended() ? this.#value(this.run, 'output') : html`<div class="empty">${this.step == null ? 'It has not ended.' : 'It had not ended at this step.'}</div>`;
      default: return this.#value(this.run, 'input');
    }
  }

  /** The error that a `catch` caught, by its fields. A definition may raise an error that has further ones, so the tree is below. */
  #caught() {
    const value = this.#known(this.run, 'caught');
    return html`<p class="note">Caught as <code>$${this.run.caught.as}</code>, which the tasks of its <code>catch</code> see.</p>
      ${isContainer(value) ? this.#error(value) : nothing}${this.#value(this.run, 'caught')}`;
  }

  #error({ type, title, status, detail, instance }) {
    return html`<div class="fault">
      <div class="row"><strong>${title ?? 'Error'}</strong>${status ? html`<span class="chip">${status}</span>` : nothing}</div>
      <code>${type}</code>
      ${detail ? html`<pre>${detail}</pre>` : nothing}
      ${instance ? html`<code class="muted">${instance}</code>` : nothing}
    </div>`;
  }

  /** `$context`, and the variables of the loops and of the catches around the run, as they were when it ended or at the step. */
  #variables() {
    const from = this.history?.contextAt(this.step ?? (this.run.endStep || Infinity));
    const context = from ? this.#known(from, 'context') : null;
    if (context === undefined) {
      return this.#value(from, 'context');
    }
    const variables = { $context: context };
    for (let run = this.run; run; run = run.parent) {
      if (run.turn) {
        const [item, index] = this.graph?.nodes.find(node => node.id === run.parent?.task)?.variables ?? ['item', 'index'];
        variables[`$${item}`] ??= run.turn.omitted ? LEFT_OUT : run.turn.item;
        variables[`$${index}`] ??= run.turn.index;
      }
      if (run.parent?.caught && isInCatch(run, run.parent)) {
        const value = this.#known(run.parent, 'caught');
        variables[`$${run.parent.caught.as}`] ??= value === undefined ? isOmitted(run.parent, 'caught') ? LEFT_OUT : NOT_PERMITTED : value;
      }
    }
    // The same object for the same values, so that the tree keeps its search.
    const names = Object.keys(variables);
    const same = this.shown && names.length === Object.keys(this.shown).length && names.every(name => this.shown[name] === variables[name]);
    this.shown = same ? this.shown : variables;
    return html`<cairn-value-tree .value=${this.shown} filename="${this.run.name || 'workflow'}-${this.run.run}-variables"></cairn-value-tree>`;
  }

  #difference() {
    const [input, output] = [this.#known(this.run, 'input'), this.#known(this.run, 'output')];
    if (input === undefined) {
      return this.#value(this.run, 'input');
    }
    return output === undefined ? this.#value(this.run, 'output') : html`<cairn-value-diff .before=${input} .after=${output}></cairn-value-diff>`;
  }

  #known(run, name) {
    const value = runValue(run, name);
    return value === undefined ? this.loaded.get(`${run.index} ${name}`) : value;
  }

  #value(run, name) {
    const value = this.#known(run, name);
    if (value !== undefined) {
      return html`<cairn-value-tree .value=${value} filename="${run.name || 'workflow'}-${run.run}-${name}"></cairn-value-tree>`;
    }
    if (isOmitted(run, name)) {
      return html`<div class="empty">This value is left out of the history because it is large, or much was shown before it.<br>
        <button @click=${() => this.#load(run, name)}>${icon('download')}Show it</button></div>`;
    }
    return html`<div class="empty">${run.error && name === 'output' ? 'It failed and gave no output.' : run.status === 'cancelled' && name === 'output' ? 'It was given up and gave no output.' : 'Values need the permission to read payloads.'}</div>`;
  }

  async #load(run, name) {
    this.problem = null;
    try {
      const value = await fetchRunValue(this.source, this.instance.id, run, name);
      this.loaded = new Map(this.loaded).set(`${run.index} ${name}`, value);
    } catch (failure) {
      this.problem = failure.status === 404 || failure.status === 405
        ? new Problem({ title: 'The value is too large to be shown', detail: 'This application has no way to fetch it.' }) : Problem.of(failure);
    }
  }

  #fork() {
    this.dispatchEvent(new CustomEvent('run-fork', { detail: { run: this.run }, bubbles: true, composed: true }));
  }
}

customElements.define('cairn-run-detail', RunDetail);
