import { LitElement, css, html, nothing } from 'lit';
import { COMMANDS, permits } from '../core/commands.js';
import { counted, formatNumber, formatTime } from '../core/format.js';
import { bulkFilter, filterCriteria, refusedNames, statusesOf } from '../core/instance-query.js';
import { SelectionRun } from '../core/selection-run.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import { confirmAction } from './modal-dialog.js';
import './operation-progress.js';

const POLL_MILLIS = 1_000;
/** The message that all instances have executed a command is shown for this long. */
const NOTE_MILLIS = 8_000;

/**
 * Commands to many instances, with their progress. The page gives a command to each selected instance; the server gives it to all instances
 * that a search finds. Sends `clear` to end the selection, `choose-all` to select all results of the search, and `acted` after a command.
 * `expected` is the number of instances that the search finds, if known; `found` is its text.
 */
export class BulkBar extends LitElement {
  static properties = {
    source: { attribute: false }, params: { attribute: false }, instances: { attribute: false }, everything: { type: Boolean },
    expected: { type: Number }, found: {}, runs: { state: true },
  };
  static styles = [controls, css`
    :host { position: sticky; bottom: 8px; z-index: 5; display: flex; flex-direction: column; gap: 8px; }
    .bar, .run { background: var(--c-panel); border: 1px solid var(--c-line); border-radius: 8px; padding: 8px 12px; box-shadow: 0 4px 20px #0003; }
    .bar { border-color: var(--c-accent); }
    .bar .row { row-gap: 8px; }
    .count { font-weight: 600; }
    .note { font-size: 12px; color: var(--c-muted); }
  `];

  constructor() {
    super();
    this.instances = [];
    this.runs = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    // A server's operation goes on by itself.
    this.runs.forEach(({ selection }) => selection?.stop());
    clearTimeout(this.timer);
  }

  render() {
    const count = this.instances.length;
    return html`
      ${this.runs.map(run => html`<div class="run"><cairn-operation-progress .operation=${run.operation} .total=${run.total}
        ?stopping=${run.stopping} @stop=${() => this.#stop(run)}><strong>${COMMANDS[run.operation.command].label}</strong>
        ${run.operation.state === 'running' ? nothing : html`<button slot="actions" class="quiet icon" aria-label="Dismiss"
          @click=${() => this.#dismiss(run)}>${icon('close')}</button>`}</cairn-operation-progress></div>`)}
      ${count || this.everything ? html`<div class="bar" role="region" aria-label="Commands for the selection"><div class="row">
        <span class="count" role="status">${this.everything ? 'All that the search finds' : `${formatNumber(count)} selected`}</span>
        ${this.everything ? nothing : html`<button class="link" @click=${() => this.#send('choose-all')}>Select all that the search finds</button>`}
        <span class="grow"></span>
        ${Object.entries(COMMANDS).map(([name, command]) => this.#button(name, command))}
        <button class="quiet icon" aria-label="Clear the selection" title="Clear (Esc)" @click=${() => this.#send('clear')}>${icon('close')}</button>
      </div>${this.everything && this.#obstacle() ? html`<div class="note">${this.#obstacle()}</div>` : nothing}
      </div>` : nothing}`;
  }

  /** The reason why the search cannot be the target of a command; undefined if it can. */
  #obstacle() {
    if (refusedNames(this.params).length) {
      return 'The address has criteria that narrow nothing, so the search finds more than it asks for. Remove them first.';
    }
    return this.params.workflow ? undefined : 'Choose a workflow: a command to all that a search finds is about one.';
  }

  #button(name, command) {
    const able = this.instances.filter(instance => permits(name, instance)).length;
    const usable = this.everything ? !this.#obstacle() && this.#isPossible(command) : able > 0;
    return html`<button class=${command.danger ? 'danger' : ''} ?disabled=${!usable} @click=${() => this.#ask(name)}>${icon(command.icon)}${command.label}${
      this.everything || !able ? nothing : html` <span class="muted">${formatNumber(able)}</span>`}</button>`;
  }

  /** True if the command applies to an instance in one of the searched states. */
  #isPossible({ states }) {
    const { status, parked } = this.params;
    const searched = statusesOf(status);
    return parked ? states.includes('parked')
      : !searched.length || searched.some(each => states.includes(each) || each === 'suspended' && states.includes('parked'));
  }

  async #ask(name) {
    const command = COMMANDS[name];
    const { everything } = this;
    // The search may have changed when the answer arrives. The command goes to the instances that its dialog has named.
    const filter = everything ? bulkFilter(this.params) : null;
    const able = this.instances.filter(instance => permits(name, instance));
    const skipped = this.instances.length - able.length;
    const answer = await confirmAction(this, {
      heading: everything ? `${command.label} all instances that the search finds?`
        : `${command.label} ${counted(able.length, 'instance')}?`,
      text: html`<div class="stack"><p>${command.explanation}</p>${everything ? this.#scope(filter) : skipped
        ? html`<p class="muted">${formatNumber(skipped)} of the selected ${skipped === 1 ? 'is' : 'are'} in another state and left out.</p>` : nothing}</div>`,
      confirm: `${command.label} ${everything ? 'all' : able.length === 1 ? 'it' : 'them'}`, danger: command.danger,
      act: reason => (everything ? this.#begin(name, filter, reason) : this.#give(name, able.map(({ id }) => id), reason)),
    });
    if (answer) {
      this.#send('clear');
    }
  }

  /** All criteria of a filter, and the number of instances that meet them. */
  #scope(filter) {
    return html`<dl class="criteria">${filterCriteria(filter).map(({ label, value, isTime }) => html`<dt>${label}</dt><dd>${isTime ? formatTime(value) : value}</dd>`)}
        ${this.found ? html`<dt>Found</dt><dd>${this.found}</dd>` : nothing}</dl>
      <p class="muted">The server gives the command to all that meet this and were started before now, also if you leave this page.</p>`;
  }

  async #begin(command, filter, reason) {
    const total = this.expected;
    const operation = await this.source.post('operations', { command, filter, reason });
    this.runs = [...this.runs, { operation, total }];
    this.#pollLater();
  }

  /** Runs the command; the dialog does not wait for its end. */
  #give(command, ids, reason) {
    const run = { total: ids.length };
    run.selection = run.operation = new SelectionRun(this.source, command, ids, reason, () => this.#changed(run));
    this.runs = [...this.runs, run];
    run.selection.run();
  }

  #changed(run) {
    // The run has changed in place; its element tells by identity what to render.
    run.operation = Object.assign(Object.create(null), run.selection);
    this.runs = [...this.runs];
    if (run.operation.state !== 'running') {
      this.#ended(run);
    }
  }

  #ended(run) {
    this.#send('acted');
    if (!run.operation.failed && !run.operation.cause) {
      setTimeout(() => this.#dismiss(run), NOTE_MILLIS);
    }
  }

  #pollLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#poll(), POLL_MILLIS);
  }

  async #poll() {
    const running = this.runs.filter(({ selection, operation }) => !selection && operation.state === 'running');
    for (const run of running) {
      try {
        run.operation = await this.source.get(`operations/${run.operation.id}`);
      } catch (problem) {
        // A restart of the node ends its operations; other failures pass.
        if (problem.status === 404) {
          run.operation = { ...run.operation, state: 'failed', cause: { code: problem.code } };
        }
      }
    }
    this.runs = [...this.runs];
    running.filter(({ operation }) => operation.state !== 'running').forEach(run => this.#ended(run));
    if (this.isConnected && running.some(({ operation }) => operation.state === 'running')) {
      this.#pollLater();
    }
  }

  async #stop(run) {
    run.stopping = true;
    this.runs = [...this.runs];
    if (run.selection) {
      run.selection.stop();
      return;
    }
    try {
      run.operation = await this.source.remove(`operations/${run.operation.id}`);
    } catch {
      run.stopping = false;
    }
    this.runs = [...this.runs];
  }

  #dismiss(run) {
    this.runs = this.runs.filter(each => each !== run);
  }

  #send(type) {
    this.dispatchEvent(new CustomEvent(type));
  }
}
customElements.define('cairn-bulk-bar', BulkBar);
