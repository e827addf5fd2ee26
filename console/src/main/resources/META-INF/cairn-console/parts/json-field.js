import { LitElement, css, html, nothing } from 'lit';
import { parseJson } from '../core/exact-json.js';
import { controls } from '../core/styles.js';

/**
 * A field for a JSON value: `<cairn-json-field label="Input" .value=${value}>`. `read()` gives the text, so that its numbers keep their
 * digits, or throws after the field has said why it is no JSON. An empty text is `undefined`.
 */
export class JsonField extends LitElement {
  static properties = { label: {}, hint: {}, rows: { type: Number }, value: { attribute: false }, error: { state: true } };
  static styles = [controls, css`
    :host { display: flex; flex-direction: column; gap: 4px; }
    textarea { width: 100%; min-height: 64px; tab-size: 2; white-space: pre; overflow-wrap: normal; overflow-x: auto; }
    .error { color: var(--c-danger); font-size: 12px; line-height: 16px; }
  `];

  constructor() {
    super();
    this.rows = 6;
  }

  updated(changed) {
    if (changed.has('value')) {
      this.#field.value = this.value === undefined ? '' : JSON.stringify(this.value, null, 2);
      this.error = null;
    }
  }

  render() {
    return html`
      <div class="row"><label for="text" class="grow">${this.label} <span class="muted">${this.hint}</span></label>
        <button type="button" class="link small" @click=${this.#format}>Format</button></div>
      <textarea id="text" rows=${this.rows} spellcheck="false" autocomplete="off" aria-invalid=${Boolean(this.error)} aria-describedby="error"
        @input=${() => { this.error = null; }} @blur=${this.#check}></textarea>
      <div id="error" class="error" role="status">${this.error ?? nothing}</div>`;
  }

  get #field() {
    return this.renderRoot.querySelector('textarea');
  }

  read() {
    const text = this.#field.value.trim();
    if (!text) {
      return undefined;
    }
    try {
      JSON.parse(text);
      return text;
    } catch (failure) {
      this.error = `Not JSON: ${failure.message}`;
      this.#field.focus();
      throw failure;
    }
  }

  #check() {
    const text = this.#field.value.trim();
    try {
      text && parseJson(text);
      this.error = null;
    } catch (failure) {
      this.error = `Not JSON: ${failure.message}`;
    }
  }

  #format() {
    this.#check();
    if (!this.error && this.#field.value.trim()) {
      this.#field.value = JSON.stringify(parseJson(this.#field.value), null, 2);
    }
  }
}
customElements.define('cairn-json-field', JsonField);
