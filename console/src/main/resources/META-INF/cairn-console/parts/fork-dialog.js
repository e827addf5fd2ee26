import { LitElement, css, html, nothing } from 'lit';
import { permits, randomId } from '../core/commands.js';
import { mayBeRounded } from '../core/exact-json.js';
import { formatNumber, taskName } from '../core/format.js';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { settled } from './modal-dialog.js';
import './json-field.js';
import './problem-view.js';

const PAGE = 1_000;
const MAX_PAGES = 10;

/**
 * Asks from which task an instance is to be run again, and with which input; starts the fork.
 *
 * @param {LitElement} host whose colours the dialog has
 * @param {object} options `source`, `instance` (its details), and optionally `task` and `run`, which are chosen then
 * @returns {Promise<string|null>} the id of the new instance, or null if the viewer gave up
 */
export function forkInstance(host, options) {
  return settled(host, Object.assign(document.createElement('cairn-fork-dialog'), options));
}

/** The dialog of {@link forkInstance}. */
class ForkDialog extends LitElement {
  static properties = {
    source: { attribute: false }, instance: { attribute: false }, task: {}, run: { type: Number }, tasks: { state: true },
    isPartial: { state: true }, input: { state: true }, inputNote: { state: true }, problem: { state: true }, busy: { state: true },
  };
  static styles = [controls, css`
    .fields { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 12px; }
    .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
    select, textarea { width: 100%; }
    input[type='number'] { width: 96px; }
  `];

  /** A second click, or a repetition after a lost answer, starts no second fork. */
  #key = randomId();

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  render() {
    const chosen = this.tasks?.get(this.task);
    return html`
      <cairn-modal-dialog open wide heading="Run again from a task" @close=${() => this.#settle(null)}>
        <p class="muted">A new instance starts at the task, with the history of this one before it. Nothing in that history is repeated, and this instance does not change.${permits('retry', this.instance)
          ? html` To go on with this instance at the task that failed, go back and choose <strong>Retry</strong>.` : nothing}</p>
        ${this.tasks ? html`
          <div class="fields">
            <div class="field"><label for="task">Task</label><select id="task" @change=${event => this.#choose(event.target.value)}>
              ${[...this.tasks.values()].map(({ task, name, kind, runs }) => html`<option value=${task} .selected=${task === this.task}
                >${name || taskName(task)} — ${kind}${runs.length > 1 ? `, ${formatNumber(runs.length)} times` : ''} — ${task}</option>`)}</select></div>
            <div class="field"><label for="run">Which time</label><input id="run" type="number" min="1" max=${chosen?.runs.length ?? 1}
              .value=${String(this.run)} ?disabled=${!chosen || chosen.runs.length < 2} @change=${event => this.#choose(this.task, Number(event.target.value))}></div>
          </div>
          ${this.isPartial ? html`<p class="muted small">These are the tasks of the first ${formatNumber(PAGE * MAX_PAGES)} entries of its history.</p>` : nothing}
          <cairn-json-field label="Input of the task" .hint=${this.inputNote ?? ''} rows="10" .value=${this.input}></cairn-json-field>
          <div class="field"><label for="reason">Reason <span class="muted">(kept in the journal and the audit log)</span></label>
            <textarea id="reason" rows="2" maxlength="500"></textarea></div>`
          : this.problem ? nothing : html`<p class="muted">Reading its history …</p>`}
        <cairn-problem-view .problem=${this.problem}></cairn-problem-view>
        <button slot="actions" @click=${() => this.#settle(null)}>Back</button>
        <button slot="actions" class="primary" ?disabled=${!chosen || this.busy} @click=${this.#fork}>Run from here</button>
      </cairn-modal-dialog>`;
  }

  async #load() {
    try {
      const tasks = new Map();
      let cursor;
      let last;
      for (let page = 0; page < MAX_PAGES && (page === 0 || cursor); page++) {
        const found = await this.source.get(`instances/${this.instance.id}/history`, { limit: PAGE, cursor });
        found.tasks.filter(({ task }) => task).forEach(run => {
          const known = tasks.get(run.task) ?? { ...run, runs: [] };
          known.runs.push(run);
          tasks.set(run.task, known);
        });
        cursor = found.next;
        last = found.tasks.findLast(({ task }) => task)?.task ?? last;
      }
      this.isPartial = Boolean(cursor);
      this.tasks = tasks;
      this.#choose(tasks.has(this.task) ? this.task : this.#failed(tasks) ?? last, this.run);
    } catch (failure) {
      this.problem = Problem.of(failure);
    }
  }

  /** The innermost task that failed: history has a task before those in it. */
  #failed(tasks) {
    return this.instance.status !== 'faulted' ? undefined : [...tasks.values()].filter(({ runs }) => runs.at(-1).status === 'faulted').at(-1)?.task;
  }

  async #choose(task, number) {
    const runs = this.tasks.get(task)?.runs ?? [];
    const run = runs.find(each => each.run === number) ?? runs.at(-1);
    this.task = task;
    this.run = run?.run ?? 1;
    this.input = run?.input;
    this.inputNote = run && 'input' in run ? noteOf(run.input) : '(not shown: give it anew)';
    if (run?.omitted?.includes('input')) {
      await this.#fetchInput(run);
    }
  }

  /** Large inputs are left out of histories. */
  async #fetchInput({ task, run }) {
    try {
      const input = await this.source.get(`instances/${this.instance.id}/values/input`, { task, run });
      if (this.task === task && this.run === run) {
        this.input = input;
        this.inputNote = noteOf(input);
      }
    } catch {
      this.inputNote = '(too large to be shown: give it anew)';
    }
  }

  async #fork() {
    this.problem = null;
    let input;
    try {
      input = this.renderRoot.querySelector('cairn-json-field').read();
    } catch {
      return;
    }
    if (input === undefined && this.input === undefined) {
      this.problem = new Problem({ title: 'The input is missing', detail: 'Give the input of the task as JSON; null if it has none.' });
      return;
    }
    this.busy = true;
    try {
      const reason = this.renderRoot.querySelector('#reason').value.trim() || undefined;
      const fork = { task: this.task, run: this.run, input };
      const idempotencyKey = `${this.#key}-${digest(JSON.stringify(fork))}`;
      const { instance } = await this.source.post(`instances/${this.instance.id}/fork`, { ...fork, reason, idempotencyKey });
      this.#settle(instance);
    } catch (failure) {
      this.problem = Problem.of(failure);
    } finally {
      this.busy = false;
    }
  }

  #settle(detail) {
    this.dispatchEvent(new CustomEvent('settled', { detail }));
  }
}
customElements.define('cairn-fork-dialog', ForkDialog);

function noteOf(input) {
  return mayBeRounded(input) ? '(as it was, but its long numbers were rounded: check them)' : '(as it was: change it, or leave it)';
}

/** A short text that is another one for another text, so that a corrected input is not taken for a repetition. */
function digest(text) {
  let hash = 0;
  for (const character of text) {
    hash = (Math.imul(hash, 31) + character.codePointAt(0)) | 0;
  }
  return (hash >>> 0).toString(36);
}
