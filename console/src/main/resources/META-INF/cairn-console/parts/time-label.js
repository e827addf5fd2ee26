import { LitElement, css, html, nothing } from 'lit';
import { formatClock, formatRelative, formatTime, formatUtc } from '../core/format.js';

const shown = new Set();
let ticking;

/** One timer for all labels. */
function tick(label, connected) {
  shown[connected ? 'add' : 'delete'](label);
  if (shown.size && !ticking) {
    ticking = setInterval(() => shown.forEach(one => one.requestUpdate()), 5_000);
  } else if (!shown.size) {
    clearInterval(ticking);
    ticking = undefined;
  }
}

/**
 * A time in the viewer's zone, with UTC on hover: `<cairn-time-label value="2026-01-31T12:00:00Z" mode="relative">`.
 * `mode` is `time` (date and time; the default), `clock` (without the date if it is today) or `relative` (as `3 min ago`).
 */
export class TimeLabel extends LitElement {
  static properties = { value: {}, mode: {} };
  static styles = css`:host { white-space: nowrap; font-variant-numeric: tabular-nums; }`;

  connectedCallback() {
    super.connectedCallback();
    if (this.mode === 'relative') {
      tick(this, true);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    tick(this, false);
  }

  render() {
    if (!this.value) {
      return nothing;
    }
    const text = this.mode === 'relative' ? formatRelative(this.value) : this.mode === 'clock' ? formatClock(this.value) : formatTime(this.value);
    const title = this.mode === 'relative' ? `${formatTime(this.value)}\n${formatUtc(this.value)}` : formatUtc(this.value);
    return html`<time datetime=${this.value} title=${title}>${text}</time>`;
  }
}
customElements.define('cairn-time-label', TimeLabel);
