import { LitElement, css, html, nothing } from 'lit';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import './problem-view.js';

/**
 * A dialog above the page: `<cairn-modal-dialog heading="…" open @close=${…}>content <button slot="actions">…</button></cairn-modal-dialog>`.
 * Escape and the cross send `close`, and so does another route that the viewer goes to, unless `addressed` says that the address opens and
 * closes it: what a dialog is about may no longer be what the page shows.
 */
export class ModalDialog extends LitElement {
  static properties = { heading: {}, open: { type: Boolean }, wide: { type: Boolean, reflect: true }, addressed: { type: Boolean } };
  static styles = [controls, css`
    dialog {
      width: min(480px, calc(100vw - 32px)); max-height: calc(100dvh - 48px); padding: 0; border: 1px solid var(--c-line); border-radius: 8px;
      background: var(--c-panel); color: var(--c-text); box-shadow: 0 12px 40px #0005; font: 14px/20px var(--c-font);
    }
    :host([wide]) dialog { width: min(880px, calc(100vw - 32px)); }
    dialog:focus { outline: none; }
    dialog::backdrop { background: #0006; }
    .inner { display: flex; flex-direction: column; max-height: calc(100dvh - 50px); }
    header { display: flex; align-items: center; gap: 8px; padding: 12px 12px 12px 16px; border-bottom: 1px solid var(--c-line); }
    .content { padding: 16px; overflow: auto; display: flex; flex-direction: column; gap: 12px; }
    footer { display: flex; justify-content: flex-end; gap: 8px; padding: 12px 16px; border-top: 1px solid var(--c-line); flex-wrap: wrap; }
  `];

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('popstate', this.#moved);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('popstate', this.#moved);
  }

  /** Pages that write what is selected into the address do not send `popstate`. */
  #moved = () => {
    if (this.open && !this.addressed) {
      this.dispatchEvent(new CustomEvent('close'));
    }
  };

  updated() {
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.open && !dialog.open) {
      dialog.showModal();
    } else if (!this.open && dialog.open) {
      dialog.close();
    }
  }

  render() {
    return html`
      <dialog aria-labelledby="heading" autofocus @cancel=${this.#cancel}>
        <div class="inner">
          <header><h2 id="heading" class="grow">${this.heading}</h2>
            <button class="quiet icon" aria-label="Close" @click=${this.#cancel}>${icon('close')}</button></header>
          <div class="content"><slot></slot></div>
          ${this.querySelector('[slot="actions"]') ? html`<footer><slot name="actions"></slot></footer>` : nothing}
        </div>
      </dialog>`;
  }

  #cancel(event) {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('close'));
  }
}
customElements.define('cairn-modal-dialog', ModalDialog);

/**
 * Asks for a confirmation, does it, and shows its problem if it fails; then the viewer can try again or give up.
 *
 *     const done = await confirmAction(this, { heading: 'Cancel 3 instances?', text: '…', confirm: 'Cancel them', danger: true,
 *       act: reason => this.source.post(path, { reason }) });
 *
 * @param {LitElement} host whose colours it has
 * @param {object} options `heading`, `text` (a text or a template), `confirm` (the word on the button), `danger`, `withReason` (true by
 *   default), `act(reason)`, which may return a promise; `reason` is undefined if there is none; `other`, the word on a second button, which
 *   does something else
 * @returns {Promise<{result: any, isOther: boolean}|null>} null if the viewer gave up; with `isOther`, the viewer chose the second button, and
 *   the caller does its work
 */
export function confirmAction(host, options) {
  return settled(host, Object.assign(document.createElement('cairn-confirm-dialog'), { options }));
}

/** Shows a dialog until it sends `settled`; gives the detail of that event. The dialog has the colours of its host. */
export function settled(host, dialog) {
  host.renderRoot.append(dialog);
  return new Promise(resolve => {
    dialog.addEventListener('settled', event => {
      dialog.remove();
      resolve(event.detail);
    });
  });
}

/** The dialog of {@link confirmAction}. */
class ConfirmDialog extends LitElement {
  static properties = { options: { attribute: false }, busy: { state: true }, problem: { state: true } };
  static styles = [controls, css`textarea { width: 100%; } .field { display: flex; flex-direction: column; gap: 4px; }
    .criteria { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 12px; margin: 0; font-size: 13px; }
    .criteria dt { color: var(--c-muted); }
    .criteria dd { margin: 0; overflow-wrap: anywhere; }`];

  render() {
    const { heading, text, confirm = 'Go on', danger, withReason = true, other } = this.options;
    return html`
      <cairn-modal-dialog open heading=${heading} @close=${() => this.#settle(null)}>
        ${text ? html`<div>${text}</div>` : nothing}
        ${withReason ? html`<div class="field"><label for="reason">Reason <span class="muted">(kept in the journal and the audit log)</span></label>
          <textarea id="reason" rows="2" maxlength="500" autofocus @keydown=${this.#key}></textarea></div>` : nothing}
        <cairn-problem-view .problem=${this.problem}></cairn-problem-view>
        <button slot="actions" @click=${() => this.#settle(null)}>Back</button>
        ${other ? html`<button slot="actions" @click=${() => this.#settle({ isOther: true })}>${other}</button>` : nothing}
        <button slot="actions" class=${danger ? 'danger' : 'primary'} ?disabled=${this.busy} @click=${this.#act}>${confirm}</button>
      </cairn-modal-dialog>`;
  }

  #key(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      this.#act();
    }
  }

  async #act() {
    if (this.busy) {
      return;
    }
    this.busy = true;
    this.problem = null;
    try {
      const reason = this.renderRoot.querySelector('#reason')?.value.trim() || undefined;
      this.#settle({ result: await this.options.act(reason) });
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
customElements.define('cairn-confirm-dialog', ConfirmDialog);
