import { LitElement, css, html } from 'lit';
import { controls } from '../core/styles.js';
import './modal-dialog.js';

/** The keys of a page: `<cairn-shortcut-help .keys=${[['j', 'Next']]} .open=${true} @close=${…}>`. Several keys are separated by spaces. */
export class ShortcutHelp extends LitElement {
  static properties = { keys: { attribute: false }, open: { type: Boolean } };
  static styles = [controls, css`
    dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0; align-items: baseline; }
    dt { display: flex; gap: 4px; } dd { margin: 0; }
    kbd { font: 12px/20px var(--c-mono); padding: 0 6px; border: 1px solid var(--c-strong-line); border-radius: 4px; background: var(--c-raised); }
  `];

  render() {
    return html`
      <cairn-modal-dialog heading="Keys" ?open=${this.open} @close=${() => this.dispatchEvent(new CustomEvent('close'))}>
        <dl>${this.keys?.map(([keys, meaning]) => html`<dt>${keys.split(' ').map(key => html`<kbd>${key}</kbd>`)}</dt><dd>${meaning}</dd>`)}</dl>
        <button slot="actions" @click=${() => this.dispatchEvent(new CustomEvent('close'))}>Close</button>
      </cairn-modal-dialog>`;
  }
}
customElements.define('cairn-shortcut-help', ShortcutHelp);
