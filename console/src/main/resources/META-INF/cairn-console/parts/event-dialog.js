import { LitElement, css, html } from 'lit';
import { randomId } from '../core/commands.js';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { settled } from './modal-dialog.js';
import './json-field.js';
import './problem-view.js';

/**
 * Asks for an event and sends it.
 *
 * @param {LitElement} host whose colours the dialog has
 * @param {object} options `heading`, `text`, `confirm`; `event` with what is known of it; `types` that are suggested; `act(event, reason)` is
 *   given the event
 * @returns {Promise<{result: any, type: string}|null>} null if the viewer gave up
 */
export function sendEvent(host, options) {
  return settled(host, Object.assign(document.createElement('cairn-event-dialog'), { options }));
}

/** The dialog of {@link sendEvent}. */
class EventDialog extends LitElement {
  static properties = { options: { attribute: false }, problem: { state: true }, busy: { state: true } };
  static styles = [controls, css`
    .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); gap: 12px; }
    .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
    input, textarea { width: 100%; }
  `];

  /** Kept while the dialog is open: an event that is sent again is taken once. */
  #id = randomId();

  render() {
    const { heading, text, confirm = 'Send', event = {}, types = [] } = this.options;
    return html`
      <cairn-modal-dialog open wide heading=${heading} @close=${() => this.#settle(null)}>
        <p class="muted">${text}</p>
        <form class="fields" @submit=${this.#send}>
          <div class="field"><label for="type">Type</label><input id="type" class="mono" list="types" required maxlength="512" autofocus spellcheck="false"
            autocapitalize="off" placeholder="shop.order.approved" .value=${event.type ?? ''}>
            <datalist id="types">${types.map(type => html`<option value=${type}></option>`)}</datalist></div>
          <div class="field"><label for="source">Source</label><input id="source" class="mono" required maxlength="512" spellcheck="false"
            autocapitalize="off" .value=${event.source ?? '/console'}></div>
          <div class="field"><label for="id">Id <span class="muted">(an event is taken once)</span></label>
            <input id="id" class="mono" required maxlength="255" spellcheck="false" .value=${this.#id}></div>
          <div class="field"><label for="subject">Subject <span class="muted">(may be empty)</span></label>
            <input id="subject" class="mono" maxlength="512" spellcheck="false" .value=${event.subject ?? ''}></div>
          <button hidden></button>
        </form>
        <cairn-json-field label="Data" hint="(JSON, may be empty)" rows="8" .value=${event.data}></cairn-json-field>
        <div class="field"><label for="reason">Reason <span class="muted">(kept in the audit log)</span></label>
          <textarea id="reason" rows="2" maxlength="500"></textarea></div>
        <cairn-problem-view .problem=${this.problem}></cairn-problem-view>
        <button slot="actions" @click=${() => this.#settle(null)}>Back</button>
        <button slot="actions" class="primary" ?disabled=${this.busy} @click=${this.#send}>${confirm}</button>
      </cairn-modal-dialog>`;
  }

  async #send(submission) {
    submission.preventDefault();
    const form = this.renderRoot.querySelector('form');
    if (this.busy || !form.reportValidity()) {
      return;
    }
    let data;
    try {
      data = this.renderRoot.querySelector('cairn-json-field').read();
    } catch {
      return;
    }
    this.busy = true;
    this.problem = null;
    try {
      const result = await this.options.act(this.#event(data), this.#text('reason'));
      this.#settle({ result, type: this.#text('type') });
    } catch (failure) {
      this.problem = Problem.of(failure);
    } finally {
      this.busy = false;
    }
  }

  #event(data) {
    const [id, source, type, subject] = ['id', 'source', 'type', 'subject'].map(name => this.#text(name));
    return { id, source, type, subject, datacontenttype: data === undefined ? undefined : 'application/json', data };
  }

  /** The text of a field; undefined if it is empty, which JSON leaves out. */
  #text(id) {
    return this.renderRoot.querySelector(`#${id}`).value.trim() || undefined;
  }

  #settle(detail) {
    this.dispatchEvent(new CustomEvent('settled', { detail }));
  }
}
customElements.define('cairn-event-dialog', EventDialog);
