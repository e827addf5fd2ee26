import { css } from 'lit';

/** Colours of nodes and edges: a state is a class, so live changes cost no layout. */
export const graphStyles = css`
  :host { display: block; position: relative; contain: content; min-height: 160px; overflow: hidden; background: var(--c-panel); border-radius: var(--c-radius); }
  .canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none; user-select: none; -webkit-user-select: none; }
  .canvas.dragging { cursor: grabbing; }
  .tools { position: absolute; right: 8px; top: 8px; display: flex; gap: 4px; }
  .tools button { background: var(--c-panel); min-height: 28px; }
  .tools button.icon { width: 28px; }
  text { font: 500 13px/18px var(--c-font); fill: var(--c-text); }
  .summary { font-weight: 400; font-size: 11.5px; fill: var(--c-muted); }

  .box { fill: var(--c-panel); stroke: var(--c-strong-line); stroke-width: 1; }
  .compound > .box { fill: color-mix(in srgb, var(--c-raised) 45%, transparent); stroke: var(--c-line); }
  .closed > .box { fill: var(--c-raised); stroke: var(--c-strong-line); stroke-dasharray: 4 3; }
  .body > .box, .catch > .box, .extension > .box { stroke-dasharray: 2 4; }
  .catch > .box, .compensation > .box { stroke: color-mix(in srgb, var(--c-faulted) 50%, var(--c-line)); }
  .node { cursor: pointer; outline: none; }
  .node:hover > .box { stroke: var(--c-accent); }
  .node:focus-visible > .box { stroke: var(--c-focus); stroke-width: 2.5; }
  .marker { fill: var(--c-panel); stroke: var(--c-strong-line); stroke-width: 1.5; }
  .marker.start, .marker.dot { fill: var(--c-strong-line); }

  .ran > .box { stroke: color-mix(in srgb, var(--state) 70%, var(--c-panel)); }
  .ran:not(.compound) > .box { fill: color-mix(in srgb, var(--state) 7%, var(--c-panel)); }
  .ran { --state: var(--c-completed); }
  .ran.running { --state: var(--c-running); }
  .ran.waiting { --state: var(--c-waiting); }
  .ran.faulted { --state: var(--c-faulted); }
  .ran.cancelled, .ran.skipped { --state: var(--c-cancelled); }
  .ran.skipped > .box { stroke-dasharray: 4 3; }
  .unseen:not(.compound) > text { fill: var(--c-muted); }
  .selected > .box { stroke: var(--c-accent); stroke-width: 2.5; }
  .badge-box { fill: var(--state); }
  .badge-icon { fill: none; stroke: var(--c-panel); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .badge-count { font: 600 11px/14px var(--c-font); fill: var(--c-panel); }
  .kind { font: 500 10px/12px var(--c-font); fill: var(--c-muted); paint-order: stroke; stroke: var(--c-panel); stroke-width: 5px; stroke-linejoin: round; }
  .toggle { fill: none; stroke: var(--c-muted); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
  .toggle-room { fill: transparent; }
  .toggle-room:hover + .toggle { stroke: var(--c-text); }

  .edge { fill: none; stroke: var(--c-strong-line); stroke-width: 1.25; }
  .edge.error { stroke: color-mix(in srgb, var(--c-faulted) 65%, var(--c-panel)); stroke-dasharray: 5 4; }
  .edge.skip { stroke-dasharray: 2 4; }
  .edge.taken { stroke: var(--c-completed); stroke-width: 2; }
  .tip { fill: var(--c-strong-line); }
  .tip.taken { fill: var(--c-completed); }
  .tip.error { fill: var(--c-faulted); }
  .label { font-weight: 400; font-size: 11.5px; fill: var(--c-muted); paint-order: stroke; stroke: var(--c-panel); stroke-width: 4px; stroke-linejoin: round; }

  @media (prefers-reduced-motion: no-preference) {
    .running:not(.compound) > .box { animation: pulse 1.8s ease-in-out infinite; }
    @keyframes pulse { 50% { stroke-opacity: .35; } }
  }
`;
