import { css } from 'lit';

/** Colours and places of rows, bars and the axis. */
export const timelineStyles = css`
  :host { display: flex; flex-direction: column; min-height: 120px; position: relative; container-type: inline-size; }
  .tools { display: flex; align-items: center; gap: 4px; padding: 4px 8px; border-bottom: 1px solid var(--c-line); min-height: 36px; }
  .tools button { min-height: 28px; }
  .tools button.icon { width: 28px; }
  .scroller { --names: clamp(120px, 30%, 280px); --indent: 14px; flex: 1; overflow: auto; contain: strict; position: relative; outline-offset: -2px; overscroll-behavior: contain; }
  .axis {
    position: sticky; top: 0; z-index: 2; height: 24px; display: grid; grid-template-columns: var(--names) 1fr; background: var(--c-panel);
    border-bottom: 1px solid var(--c-line);
  }
  .axis .title { padding: 3px 12px; font-size: 12px; line-height: 18px; color: var(--c-muted); }
  .axis svg, .bar, .grid svg { display: block; width: 100%; height: 100%; overflow: hidden; }
  .axis svg { cursor: crosshair; touch-action: none; }
  .axis text { font: 400 11px/14px var(--c-font); fill: var(--c-muted); font-variant-numeric: tabular-nums; }
  .axis .fold { font-weight: 600; fill: var(--c-waiting); }
  .brush { fill: var(--c-accent); fill-opacity: .18; }
  .grid { position: sticky; top: 24px; height: 0; z-index: 0; margin-left: var(--names); pointer-events: none; }
  .grid svg { height: var(--grid-height, 0); }
  .grid line { stroke: var(--c-line); }
  .grid .fold { fill: var(--c-waiting); fill-opacity: .07; }
  .grid .fold-edge { stroke: var(--c-waiting); stroke-opacity: .45; stroke-dasharray: 2 3; }
  .grid .cursor { stroke: var(--c-accent); stroke-width: 2; }

  .rows { position: relative; z-index: 1; }
  .window { position: absolute; inset: 0 0 auto; }
  .line { display: grid; grid-template-columns: var(--names) 1fr; height: 24px; cursor: pointer; position: relative; contain: strict; }
  .line:hover { background: color-mix(in srgb, var(--c-raised) 60%, transparent); }
  .line.selected { background: var(--c-accent-soft); }
  .line.selected::before { content: ''; position: absolute; inset: 0 auto 0 0; width: 3px; background: var(--c-accent); }
  .line.later .name { color: var(--c-muted); }
  .line.later .bar { opacity: .35; }
  .name { display: flex; align-items: center; gap: 4px; min-width: 0; padding: 0 8px 0 calc(8px + var(--depth) * var(--indent)); font-size: 12.5px; line-height: 24px; white-space: nowrap; }
  .name .word { overflow: hidden; text-overflow: ellipsis; min-width: 3ch; }
  .name .turn { color: var(--c-muted); font-size: 11px; }
  .name .sign { width: 14px; flex: none; color: var(--c-muted); text-align: center; font-size: 10px; }
  .name svg.i { width: 12px; height: 12px; stroke-width: 2; color: var(--state); }
  .lane { box-shadow: inset 2px 0 0 color-mix(in srgb, var(--c-accent) 45%, transparent); }

  @container (max-width: 560px) { .scroller { --names: 42%; --indent: 5px; } }

  .completed { --state: var(--c-completed); }
  .running { --state: var(--c-running); }
  .waiting { --state: var(--c-waiting); }
  .faulted { --state: var(--c-faulted); }
  .cancelled, .skipped, .pending { --state: var(--c-cancelled); }
  .bar rect { fill: var(--state); stroke: var(--state); stroke-width: 1.5; }
  .bar .around { fill-opacity: .22; stroke-opacity: .7; stroke-width: 1; }
  .bar .idle { fill-opacity: .28; stroke-dasharray: 3 2; stroke-width: 1; }
  .bar .open { fill-opacity: .55; }
  .bar text { font: 400 11px/14px var(--c-font); fill: var(--c-muted); font-variant-numeric: tabular-nums; }
`;
