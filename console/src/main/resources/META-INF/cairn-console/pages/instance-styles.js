import { css } from 'lit';

/** The panes of the page of an instance: beside each other where there is room, below each other otherwise. */
export const instanceStyles = css`
  .page { gap: 12px; }
  .banner { margin: 0 16px 12px; padding: 8px 12px; border-radius: var(--c-radius); font-size: 13px; line-height: 20px; overflow-wrap: anywhere; }
  .banner.danger { background: var(--c-danger-soft); }
  .banner.danger strong { color: var(--c-danger); }
  .banner.warning { background: var(--c-warning-soft); }
  .pending { border-top: 1px solid var(--c-line); }
  .panes { display: grid; grid-template-columns: minmax(0, 5fr) minmax(320px, 3fr); gap: 12px; }
  .pane { display: flex; flex-direction: column; height: max(560px, calc(100dvh - 300px)); overflow: hidden; contain: strict; }
  .detail > * { flex: 1; min-height: 0; }
  .fill { flex: 1; min-height: 0; }
  .run { display: grid; grid-template-rows: minmax(200px, 1fr) minmax(160px, 1fr); }
  .run > cairn-flow-graph { border-radius: 0; border-bottom: 1px solid var(--c-line); }
  .run > cairn-run-timeline { min-height: 0; }
  .nograph { padding: 12px; border-bottom: 1px solid var(--c-line); }
  .note { padding: 6px 12px; border-top: 1px solid var(--c-line); }
  @media (min-width: 1500px) {
    .panes { grid-template-columns: minmax(0, 2fr) minmax(400px, 1fr); }
  }
  @media (min-width: 1800px) {
    .run { grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr); }
    .run > cairn-flow-graph { border-bottom: 0; border-right: 1px solid var(--c-line); }
  }
  @media (max-width: 1000px) {
    .panes { grid-template-columns: minmax(0, 1fr); }
    .pane { height: auto; }
    .main { height: 640px; }
    .detail { height: 480px; }
    .banner { margin: 0 12px 12px; }
  }
`;
