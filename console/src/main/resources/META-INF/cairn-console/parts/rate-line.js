import { LitElement, css, svg, html } from 'lit';
import { controls } from '../core/styles.js';

const WIDTH = 120;
const HEIGHT = 24;

/**
 * How many instances ended in each of the last spans of time, and how many of them faulted: `.buckets=${[{completed, faulted}]}`, oldest first.
 */
export class RateLine extends LitElement {
  static properties = { buckets: { attribute: false } };
  static styles = [controls, css`
    :host { display: inline-flex; align-items: center; gap: 8px; }
    svg { width: ${WIDTH}px; height: ${HEIGHT}px; }
    .completed { fill: var(--c-completed); opacity: .65; }
    .faulted { fill: var(--c-faulted); }
    line { stroke: var(--c-line); }
  `];

  render() {
    const buckets = this.buckets ?? [];
    const highest = Math.max(1, ...buckets.map(each => each.completed + each.faulted));
    const step = WIDTH / Math.max(1, buckets.length);
    const sum = name => buckets.reduce((total, each) => total + each[name], 0);
    const words = `${sum('completed')} completed, ${sum('faulted')} faulted`;
    return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words}><title>${words}</title>
      ${svg`<line x1="0" x2=${WIDTH} y1=${HEIGHT - 0.5} y2=${HEIGHT - 0.5}></line>`}
      ${buckets.map((each, index) => {
        const good = each.completed / highest * (HEIGHT - 2);
        const bad = each.faulted / highest * (HEIGHT - 2);
        const width = Math.max(1, step - 0.5);
        return svg`<rect class="completed" x=${index * step} y=${HEIGHT - good - bad} width=${width} height=${good}></rect>
          <rect class="faulted" x=${index * step} y=${HEIGHT - bad} width=${width} height=${bad}></rect>`;
      })}</svg>`;
  }
}
customElements.define('cairn-rate-line', RateLine);
