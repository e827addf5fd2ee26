import { LitElement, css, html, nothing } from 'lit';
import { parseTyped } from '../core/exact-json.js';
import { controls } from '../core/styles.js';

/**
 * A field for a JSON value: `<cairn-json-field label="Input" .value=${value}>`. `read()` returns the value, undefined for an empty text. It
 * throws if the text is not JSON; the field shows why.
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
    try {
      return this.#parse();
    } catch (failure) {
      this.#field.focus();
      throw failure;
    }
  }

  #parse() {
    const text = this.#field.value.trim();
    try {
      const value = text ? parseTyped(text) : undefined;
      this.error = null;
      return value;
    } catch (failure) {
      this.error = `Not JSON: ${failure.message}`;
      throw failure;
    }
  }

  /** The value if the text is JSON; undefined otherwise, and the field shows why. */
  #check() {
    try {
      return this.#parse();
    } catch {
      return undefined;
    }
  }

  #format() {
    const value = this.#check();
    if (value !== undefined) {
      this.#field.value = JSON.stringify(value, null, 2);
    }
  }
}
customElements.define('cairn-json-field', JsonField);
