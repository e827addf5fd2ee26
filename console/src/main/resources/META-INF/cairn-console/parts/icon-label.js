import { html, nothing } from 'lit';

/** Outlines on a grid of 16, drawn with the style `svg.i` of `controls`. */
const PATHS = {
  alert: 'M8 2 1.5 13.5h13ZM8 6.5v3M8 11.6v.1',
  back: 'M9.5 3 4.5 8l5 5',
  bolt: 'M9 1.5 3 9h4.5L7 14.5 13 7H8.5Z',
  branch: 'M4.5 5.5v5M4.5 5.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M4.5 14a1.8 1.8 0 1 0 0-3.5 1.8 1.8 0 0 0 0 3.5M11.5 5.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6c0 3-7 2-7 5',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.8V8l2.2 1.6',
  close: 'm4 4 8 8M12 4l-8 8',
  code: 'M5.5 4 1.5 8l4 4M10.5 4l4 4-4 4',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  dark: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7',
  dots: 'M3 8h.1M8 8h.1M13 8h.1',
  down: 'm3 6 5 5 5-5',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  event: 'M2 4h12v8.5H2ZM2 4.5 8 9l6-4.5',
  filter: 'M2 3h12L9.5 8.5V13l-3-1.5v-3Z',
  first: 'M4 3v10M12.5 3 6 8l6.5 5Z',
  flow: 'M5.5 2h5v3.5h-5ZM1.5 10.5h5V14h-5ZM9.5 10.5h5V14h-5ZM8 5.5V8M4 10.5V8h8v2.5',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 7.3v3.6M8 5v.1',
  instances: 'M2 4h.1M2 8h.1M2 12h.1M5.5 4H14M5.5 8H14M5.5 12H14',
  light: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
  operations: 'M2 4.5 8 1.5l6 3-6 3ZM2 8l6 3 6-3M2 11.5l6 3 6-3',
  park: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6.5 11V5h2.2a1.8 1.8 0 0 1 0 3.6H6.5',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M4.5 2.5v11l8.5-5.5Z',
  plus: 'M8 3v10M3 8h10',
  right: 'm6 3 5 5-5 5',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.6 10.6 14 14',
  send: 'M14 2 1.5 7l5 2.5L9 14.5ZM14 2 6.5 9.5',
  server: 'M2 2.5h12v4.5H2ZM2 9h12v4.5H2ZM4.5 4.8h.1M4.5 11.3h.1',
  stop: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M3.8 3.8l8.4 8.4',
  system: 'M1.5 2.5h13v8.5h-13ZM5.5 14h5M8 11v3',
  turn: 'M8 2a6 6 0 1 0 6 6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a3.8 3.8 0 0 1 0 7.5H6',
};

/**
 * A small picture. Without a label it is hidden from screen readers, as beside a word that says the same.
 * @param {string} name one of those above
 * @param {string=} label what it means, where there is no word beside it
 * @param {string=} classes further classes
 */
export function icon(name, label, classes = '') {
  return html`<svg class="i ${classes}" viewBox="0 0 16 16" role=${label ? 'img' : nothing} aria-label=${label ?? nothing}
    aria-hidden=${label ? nothing : 'true'} focusable="false"><path d=${PATHS[name] ?? ''}></path></svg>`;
}
