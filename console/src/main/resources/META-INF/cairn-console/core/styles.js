import { css } from 'lit';

/**
 * Colours, distances and fonts, as custom properties that every component inherits. `light-dark()` picks by `color-scheme`, which follows the
 * system unless the attribute `theme` says otherwise. All texts and states have a contrast of at least 4.5 on the panel and the background.
 */
export const tokens = css`
  :host {
    color-scheme: light dark;
    --c-bg: light-dark(#f5f6f8, #0f1317);
    --c-panel: light-dark(#ffffff, #171c22);
    --c-raised: light-dark(#f0f2f5, #1f262e);
    --c-text: light-dark(#1a2130, #e5e9ef);
    --c-muted: light-dark(#586374, #9da8b7);
    --c-line: light-dark(#dde2e9, #2b343f);
    --c-strong-line: light-dark(#8590a0, #66727f);
    --c-accent: light-dark(#2457c5, #84aeff);
    --c-on-accent: light-dark(#ffffff, #0d1a33);
    --c-accent-soft: light-dark(#e8effc, #1d2c49);
    --c-focus: light-dark(#2457c5, #84aeff);
    --c-danger: light-dark(#b92525, #ff8f89);
    --c-danger-soft: light-dark(#fdecec, #3a1f20);
    --c-warning-soft: light-dark(#fdf3e0, #382b14);
    --c-mark: light-dark(#fff1b8, #5a4a12);

    --c-pending: light-dark(#586374, #9da8b7);
    --c-running: light-dark(#1c5fbe, #7fb4ff);
    --c-waiting: light-dark(#7348bd, #c5aaff);
    --c-suspended: light-dark(#875a00, #e7b757);
    --c-completed: light-dark(#19713b, #62cf8c);
    --c-faulted: light-dark(#bd2828, #ff8f89);
    --c-cancelled: light-dark(#586374, #a9b3c0);
    --c-parked: light-dark(#a54400, #ffa76e);

    --c-radius: 6px;
    --c-shadow: 0 1px 2px light-dark(#1a213014, #00000066);
    --c-font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
    --c-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Noto Sans Mono', 'Liberation Mono', monospace;
  }
  :host([theme='light']) { color-scheme: light; }
  :host([theme='dark']) { color-scheme: dark; }
`;

/** Text, links, buttons, fields, tables, panels and badges. A component that draws any of them has this among its styles. */
export const controls = css`
  *, *::before, *::after { box-sizing: border-box; }
  [hidden] { display: none !important; }

  h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
  h2 { font-size: 15px; line-height: 20px; font-weight: 600; margin: 0; }
  h3 { font-size: 13px; line-height: 20px; font-weight: 600; margin: 0; }
  p { margin: 0; }
  a { color: var(--c-accent); text-decoration: none; }
  a:hover { text-decoration: underline; }
  code, pre, .mono { font-family: var(--c-mono); font-size: 12.5px; }
  pre { margin: 0; }
  .muted { color: var(--c-muted); }
  .small { font-size: 12px; line-height: 16px; }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  .ellipsis { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .grow { flex: 1 1 auto; min-width: 0; }
  .row { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }
  .stack { display: flex; flex-direction: column; gap: 12px; }
  .hidden-label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  :focus-visible { outline: 2px solid var(--c-focus); outline-offset: 1px; border-radius: 4px; }

  button, .button {
    display: inline-flex; align-items: center; gap: 6px; min-height: 32px; padding: 0 12px; border-radius: var(--c-radius);
    border: 1px solid var(--c-line); background: var(--c-panel); color: var(--c-text);
    font: 500 13px/20px var(--c-font); cursor: pointer; white-space: nowrap; text-decoration: none;
  }
  button:hover:not(:disabled), .button:hover { background: var(--c-raised); text-decoration: none; }
  button:disabled { opacity: .55; cursor: default; }
  button.primary { background: var(--c-accent); border-color: var(--c-accent); color: var(--c-on-accent); }
  button.primary:hover:not(:disabled) { background: color-mix(in srgb, var(--c-accent) 88%, var(--c-text)); }
  button.danger { color: var(--c-danger); border-color: color-mix(in srgb, var(--c-danger) 45%, transparent); }
  button.danger:hover:not(:disabled) { background: var(--c-danger-soft); }
  button.quiet { border-color: transparent; background: transparent; padding: 0 8px; }
  button.quiet:hover:not(:disabled) { background: var(--c-raised); }
  button.icon { padding: 0; width: 32px; justify-content: center; }
  button.link { min-height: 0; padding: 0; border: 0; background: none; color: var(--c-accent); font-weight: inherit; font-size: inherit; }
  button.link:hover:not(:disabled) { background: none; text-decoration: underline; }

  input, select, textarea {
    min-height: 32px; padding: 5px 8px; border-radius: var(--c-radius); border: 1px solid var(--c-strong-line);
    background: var(--c-panel); color: var(--c-text); font: 13px/20px var(--c-font); max-width: 100%;
  }
  textarea { font-family: var(--c-mono); font-size: 12.5px; resize: vertical; }
  input::placeholder, textarea::placeholder { color: var(--c-muted); opacity: 1; }
  input[type='checkbox'], input[type='radio'] { min-height: 0; width: 16px; height: 16px; margin: 0; accent-color: var(--c-accent); }
  input[aria-invalid='true'], textarea[aria-invalid='true'], select[aria-invalid='true'] { border-color: var(--c-danger); }
  label { font-size: 13px; line-height: 20px; }
  fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }

  table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 20px; }
  th { text-align: left; font-weight: 500; font-size: 12px; color: var(--c-muted); padding: 6px 12px; border-bottom: 1px solid var(--c-line); white-space: nowrap; }
  th.number { text-align: right; }
  td { padding: 6px 12px; border-bottom: 1px solid var(--c-line); vertical-align: top; }
  tbody tr:last-child td { border-bottom: 0; }
  .scroll-x { overflow-x: auto; }

  .panel { background: var(--c-panel); border: 1px solid var(--c-line); border-radius: var(--c-radius); box-shadow: var(--c-shadow); min-width: 0; }
  .panel > header { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; padding: 8px 12px; border-bottom: 1px solid var(--c-line); min-height: 44px; }
  .panel > .body { padding: 12px; }
  .empty { padding: 32px 12px; text-align: center; color: var(--c-muted); }

  .badge {
    display: inline-flex; align-items: center; gap: 4px; padding: 0 8px 0 6px; height: 20px; border-radius: 10px; font-size: 12px; line-height: 18px;
    font-weight: 500; white-space: nowrap; border: 1px solid color-mix(in srgb, currentColor 35%, transparent); color: var(--c-muted);
  }
  .badge svg { flex: none; }
  .badge.pending { color: var(--c-pending); }
  .badge.running { color: var(--c-running); }
  .badge.waiting { color: var(--c-waiting); }
  .badge.suspended { color: var(--c-suspended); }
  .badge.completed { color: var(--c-completed); }
  .badge.faulted { color: var(--c-faulted); }
  .badge.cancelled { color: var(--c-cancelled); }
  .badge.parked { color: var(--c-parked); }
  .chip { display: inline-flex; align-items: center; gap: 4px; padding: 0 6px; height: 20px; border-radius: 4px; background: var(--c-raised); font-size: 12px; white-space: nowrap; }

  .tabs { display: flex; gap: 4px; border-bottom: 1px solid var(--c-line); overflow-x: auto; }
  .tabs [role='tab'] { border: 0; border-radius: 0; background: none; color: var(--c-muted); border-bottom: 2px solid transparent; min-height: 36px; }
  .tabs [role='tab'][aria-selected='true'] { color: var(--c-text); border-bottom-color: var(--c-accent); }

  svg.i { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; flex: none; }
  .badge svg.i { width: 12px; height: 12px; stroke-width: 2; }

  @media (prefers-reduced-motion: no-preference) {
    svg.i.turning { animation: turning 1.6s linear infinite; transform-origin: center; }
    @keyframes turning { to { transform: rotate(360deg); } }
  }
`;

/** A page: its head with heading and buttons, and its parts below each other. */
export const pageLayout = css`
  :host { display: block; }
  .page { display: flex; flex-direction: column; gap: 16px; }
  .page > header { display: flex; align-items: center; gap: 12px; flex-wrap: wrap; min-height: 32px; }
`;
