import { LitElement, css, html, nothing, svg } from 'lit';
import { formatNumber } from '../core/format.js';
import { controls } from '../core/styles.js';

const WIDTH = 120;
const HEIGHT = 24;

/**
 * The numbers of instances that completed and faulted in each of the last spans of time: `.rates=${{completed: [], faulted: []}}`, oldest
 * first. A list that is missing has zeros only.
 */
export class RateLine extends LitElement {
  static properties = { rates: { attribute: false } };
  static styles = [controls, css`
    :host { display: inline-flex; align-items: center; gap: 8px; }
    svg { width: ${WIDTH}px; height: ${HEIGHT}px; }
    .completed { fill: var(--c-completed); opacity: .65; }
    .faulted { fill: var(--c-faulted); }
    line { stroke: var(--c-line); }
  `];

  render() {
    const { completed = [], faulted = [], started = [] } = this.rates ?? {};
    const length = Math.max(completed.length, faulted.length);
    const spans = Array.from({ length }, (any, index) => ({ good: completed[index] ?? 0, bad: faulted[index] ?? 0 }));
    const highest = Math.max(1, ...spans.map(span => span.good + span.bad));
    const words = `${total(started)} started, ${total(completed)} completed, ${total(faulted)} faulted in the last ten minutes, on this node`;
    return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words}><title>${words}</title>
      <line x1="0" x2=${WIDTH} y1=${HEIGHT - 0.5} y2=${HEIGHT - 0.5}></line>
      ${spans.map((span, index) => bar(span, index * WIDTH / length, WIDTH / length, (HEIGHT - 2) / highest))}</svg>`;
  }
}
customElements.define('cairn-rate-line', RateLine);

function bar({ good, bad }, x, step, scale) {
  if (good + bad === 0) {
    return nothing;
  }
  const width = Math.max(1, step - 0.5);
  return svg`<rect class="completed" x=${x} y=${HEIGHT - (good + bad) * scale} width=${width} height=${good * scale}></rect>
    <rect class="faulted" x=${x} y=${HEIGHT - bad * scale} width=${width} height=${bad * scale}></rect>`;
}

function total(counts) {
  return formatNumber(counts.reduce((sum, count) => sum + count, 0));
}
