import { LitElement, css, html, nothing } from 'lit';
import { hasEnded, mayReadPayloads, randomId } from '../core/commands.js';
import { Problem, isAbort } from '../core/source.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import './json-field.js';
import './problem-view.js';
import './value-tree.js';

const QUERY = 'query ';
const UPDATE = 'update ';

/**
 * The queries and updates that the definition of an instance declares: `<cairn-answer-panel .source .instance .graph ?disabled>`. A query
 * computes an answer and changes nothing. An update sends an event, and shows the reply of the task that takes it; `instance-changed` tells of
 * it. Both need the permission to read payloads; the server asks for the permission to operate as well before it takes an update.
 */
export class AnswerPanel extends LitElement {
  static properties = {
    source: { attribute: false }, instance: { attribute: false }, graph: { attribute: false }, disabled: { type: Boolean }, chosen: { state: true },
    busy: { state: true }, answer: { state: true }, problem: { state: true },
  };

  static styles = [controls, css`
    :host { display: flex; flex-direction: column; gap: 12px; overflow: auto; padding: 12px; }
    .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); gap: 12px; }
    .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
    input, select, textarea { width: 100%; }
    cairn-value-tree { height: 240px; border: 1px solid var(--c-line); border-radius: var(--c-radius); flex: none; }
  `];

  /** Kept until there is an answer: an update that is sent again waits on for it, and is taken once. */
  #key = randomId();

  disconnectedCallback() {
    super.disconnectedCallback();
    this.asking?.abort();
  }

  willUpdate(changed) {
    if (changed.has('instance') && changed.get('instance')?.id !== this.instance.id || changed.has('graph')) {
      this.#choose(this.#choices()[0]?.value);
    }
  }

  /** The types of updates; empty for a task that replies to events whose type only the instance knows. */
  get #updates() {
    return [...new Set(this.graph.nodes.flatMap(({ updates }) => updates?.length === 0 ? [''] : updates ?? []))];
  }

  #choices() {
    const queries = (this.graph.queries ?? []).map(name => ({ value: QUERY + name, label: name, isQuery: true }));
    return [...queries, ...this.#updates.map(type => ({ value: UPDATE + type, label: type || 'another type' }))];
  }

  #choose(value) {
    this.chosen = value;
    this.asking?.abort();
    this.busy = false;
    this.answer = undefined;
    this.problem = null;
    this.#key = randomId();
  }

  render() {
    if (!mayReadPayloads(this.instance)) {
      return html`<div class="empty">Queries and updates need the permission to read payloads.</div>`;
    }
    const choices = this.#choices();
    const isQuery = this.chosen?.startsWith(QUERY);
    return html`
      <form class="stack" @submit=${this.#ask}>
        <div class="fields">
          <div class="field"><label for="question">Question</label>
            <select id="question" @change=${event => this.#choose(event.target.value)}>
              ${this.#group('Queries', choices.filter(choice => choice.isQuery))}${this.#group('Updates', choices.filter(choice => !choice.isQuery))}
            </select></div>
          ${isQuery ? nothing : this.#updateFields()}
        </div>
        <cairn-json-field label=${isQuery ? 'Argument' : 'Data'} hint="(JSON, may be empty)" rows="4"></cairn-json-field>
        <p class="muted small">${this.#explanation(isQuery)}</p>
        <div class="row"><button class="primary" ?disabled=${this.busy || this.disabled}>${icon(isQuery ? 'search' : 'send')}${isQuery ? 'Ask' : 'Send update'}</button></div>
      </form>
      <cairn-problem-view .problem=${this.problem}></cairn-problem-view>
      <div role="status">${this.busy ? html`<span class="muted">It is asked…</span>` : nothing}${this.answer ? html`<h3>Answer to ${this.answer.name}</h3>` : nothing}</div>
      ${this.answer ? html`<cairn-value-tree .value=${this.answer.value} filename="answer"></cairn-value-tree>` : nothing}`;
  }

  #group(label, choices) {
    return choices.length ? html`<optgroup label=${label}>${choices.map(choice =>
      html`<option value=${choice.value} ?selected=${choice.value === this.chosen}>${choice.label}</option>`)}</optgroup>` : nothing;
  }

  #updateFields() {
    const type = this.chosen.slice(UPDATE.length);
    return html`
      <div class="field"><label for="type">Type</label><input id="type" class="mono" required maxlength="512" spellcheck="false" autocapitalize="off" .value=${type} ?readonly=${type}></div>
      <div class="field"><label for="key">Idempotency key <span class="muted">(an update is taken once)</span></label>
        <input id="key" class="mono" required maxlength="255" spellcheck="false" .value=${this.#key}></div>
      <div class="field"><label for="reason">Reason <span class="muted">(kept in the journal and the audit log)</span></label>
        <input id="reason" maxlength="500"></div>`;
  }

  #explanation(isQuery) {
    if (isQuery) {
      return 'A query reads the state of the instance and changes nothing.';
    }
    return hasEnded(this.instance) ? 'The instance has ended. It answers an update again that it took before, by its key.'
      : 'An update is an event for this instance alone. The answer comes when the task that takes it replies. After 30 seconds, send it again with its key to wait on.';
  }

  async #ask(submission) {
    submission.preventDefault();
    let value;
    try {
      value = this.renderRoot.querySelector('cairn-json-field').read();
    } catch {
      return;
    }
    if (this.busy || this.disabled) {
      return;
    }
    const isQuery = this.chosen.startsWith(QUERY);
    const name = isQuery ? this.chosen.slice(QUERY.length) : this.#text('type');
    const body = isQuery ? { argument: value } : { data: value, idempotencyKey: this.#text('key'), reason: this.#text('reason') };
    const asking = new AbortController();
    this.asking = asking;
    this.busy = true;
    this.answer = undefined;
    this.problem = null;
    try {
      const { answer } = await this.source.post(['instances', this.instance.id, isQuery ? 'queries' : 'updates', name], body, { signal: asking.signal });
      if (this.asking === asking) {
        this.#answered(name, answer, isQuery);
      }
    } catch (failure) {
      if (this.asking === asking && !isAbort(failure)) {
        this.problem = Problem.of(failure);
      }
    } finally {
      if (this.asking === asking) {
        this.busy = false;
      }
    }
  }

  #answered(name, value, isQuery) {
    this.answer = { name, value };
    if (!isQuery) {
      this.#key = randomId();
      this.dispatchEvent(new CustomEvent('instance-changed', { detail: { command: 'update' }, bubbles: true, composed: true }));
    }
  }

  /** The text of a field; undefined if it is empty, which JSON leaves out. */
  #text(id) {
    return this.renderRoot.querySelector(`#${id}`).value.trim() || undefined;
  }
}
customElements.define('cairn-answer-panel', AnswerPanel);
