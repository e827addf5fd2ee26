import { LitElement, css, html, nothing } from 'lit';
import { controls } from '../core/styles.js';
import { revealAcross } from './reveal-across.js';

/**
 * Tabs: `<cairn-tab-strip .tabs=${[['input', 'Input'], …]} selected="input" label="Values">`. Sends `tab-select` with `{tab}`. A third element of a tab is a
 * short note beside its name, such as a count.
 */
export class TabStrip extends LitElement {
  static properties = { tabs: { attribute: false }, selected: {}, label: {} };

  static styles = [controls, css`
    :host { display: block; min-width: 0; }
    .tabs { padding: 0 4px; scrollbar-width: thin; }
    .note { font-size: 11px; line-height: 16px; padding: 0 5px; border-radius: 8px; background: var(--c-raised); color: var(--c-muted); font-variant-numeric: tabular-nums; }
  `];

  disconnectedCallback() {
    super.disconnectedCallback();
    cancelAnimationFrame(this.revealing);
    this.revealing = undefined;
  }

  /** Tabs become wider when their notes arrive. A frame later all components are rendered, so measuring costs no layout of its own. */
  updated(changed) {
    const words = this.tabs?.join(' ');
    if (changed.has('selected') || words !== this.words) {
      this.words = words;
      this.moved = changed.has('selected') || this.moved;
      this.revealing ??= requestAnimationFrame(() => this.#reveal());
    }
  }

  /** A viewer who has scrolled the strip keeps his place until another tab is selected. */
  #reveal() {
    this.revealing = undefined;
    const strip = this.renderRoot.querySelector('.tabs');
    if (this.moved || strip.scrollLeft === this.revealedAt) {
      this.moved = false;
      revealAcross(strip, this.renderRoot.querySelector("[aria-selected='true']"));
      this.revealedAt = strip.scrollLeft;
    }
  }

  render() {
    return html`<div class="tabs" role="tablist" aria-label=${this.label ?? nothing} @keydown=${this.#key}>${this.tabs?.map(([tab, name, note]) => html`
      <button role="tab" id=${tab} aria-selected=${tab === this.selected} tabindex=${tab === this.selected ? 0 : -1} @click=${() => this.#select(tab)}>${name}${note || note === 0 ? html`<span class="note">${note}</span>` : nothing}</button>`)}</div>`;
  }

  #select(tab) {
    this.dispatchEvent(new CustomEvent('tab-select', { detail: { tab }, bubbles: true, composed: true }));
  }

  async #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const at = this.tabs.findIndex(([tab]) => tab === this.selected);
      const [tab] = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
      this.#select(tab);
      await new Promise(requestAnimationFrame);
      this.renderRoot.querySelector("[aria-selected='true']")?.focus();
    }
  }
}

customElements.define('cairn-tab-strip', TabStrip);
