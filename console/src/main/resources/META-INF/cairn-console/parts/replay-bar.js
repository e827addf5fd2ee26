import { LitElement, css, html, nothing } from 'lit';
import { formatDuration } from '../core/format.js';
import { controls } from '../core/styles.js';
import { statusAt } from '../timeline/run-history.js';
import { icon } from './icon-label.js';

/** Between two steps while it plays; a run of 1,000 steps plays in the same time as one of 100. */
const PLAY_MILLIS = 12_000;
const MIN_PLAY_STEP_MILLIS = 40;
const MAX_PLAY_STEP_MILLIS = 900;

/**
 * Goes through a run: `<cairn-replay-bar .history .revision .step>`. A step is the beginning or the end of a task run, in the order in which replay computed
 * them; without a step the present is shown. Sends `step-select` with `{step}`, which is null for the present.
 */
export class ReplayBar extends LitElement {
  static properties = { history: { attribute: false }, revision: { attribute: false }, step: { attribute: false }, playing: { state: true } };

  static styles = [controls, css`
    :host { display: block; }
    .bar { display: flex; align-items: center; gap: 4px; padding: 6px 12px; flex-wrap: wrap; }
    .bar.past { background: var(--c-accent-soft); border-radius: var(--c-radius); }
    input[type='range'] { flex: 1 1 200px; min-width: 120px; padding: 0; min-height: 28px; accent-color: var(--c-accent); border: 0; background: none; margin: 0 8px; }
    button { min-height: 28px; }
    button.icon { width: 28px; }
    .words { flex: 0 1 auto; min-width: 0; font-size: 12.5px; font-variant-numeric: tabular-nums; }
    @media (min-width: 900px) { .words { min-width: 320px; } }
  `];

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
    cancelAnimationFrame(this.dragging);
    this.dragging = undefined;
  }

  render() {
    const last = this.history?.lastStep ?? 0;
    if (!last) {
      return nothing;
    }
    const step = this.step ?? last;
    return html`
      <div class="bar ${this.step == null ? '' : 'past'}" role="group" aria-label="Time travel">
        <button class="icon quiet" title="To the first step" aria-label="To the first step" ?disabled=${step <= 1} @click=${() => this.#go(1)}>${icon('first')}</button>
        <button class="icon quiet" title="Step back" aria-label="Step back" ?disabled=${step <= 1} @click=${() => this.#go(step - 1)}>${icon('back')}</button>
        <button class="icon quiet" title=${this.playing ? 'Pause' : 'Play the run'} aria-label=${this.playing ? 'Pause' : 'Play the run'} @click=${this.#play}>${icon(this.playing ? 'pause' : 'play')}</button>
        <button class="icon quiet" title="Step on" aria-label="Step on" ?disabled=${step >= last} @click=${() => this.#go(step + 1)}>${icon('right')}</button>
        <input type="range" min="1" max=${last} .value=${String(step)} aria-label="Step of the run" aria-valuetext=${this.#words(step)} @input=${event => this.#drag(Number(event.target.value))}>
        <span class="words">${this.step == null ? html`<span class="muted">Drag to travel through ${last.toLocaleString()} steps</span>` : this.#words(step)}</span>
        ${this.step == null ? nothing : html`<button @click=${() => this.#go(null)}>Back to the present</button>`}
      </div>`;
  }

  #words(step) {
    const entry = this.history.steps[step];
    if (!entry) {
      return `Step ${step}`;
    }
    const { run, begins } = entry;
    const time = formatDuration(Date.parse(begins ? run.startedAt : run.endedAt ?? run.startedAt) - this.history.beginMillis);
    const name = `${run.name || 'The workflow'}${run.run > 1 ? ` #${run.run}` : ''}`;
    return `${step} / ${this.history.lastStep} · +${time} · ${name} ${begins ? 'begins' : `is ${statusAt(run, step)}`}`;
  }

  /** A mouse tells its places more often than the page is painted: the last one of a frame is gone to. */
  #drag(step) {
    this.dragged = step;
    this.dragging ??= requestAnimationFrame(() => {
      this.dragging = undefined;
      this.#go(this.dragged);
    });
  }

  #go(step) {
    this.#stop();
    this.#tell(step);
  }

  #tell(step) {
    const at = step === null ? null : Math.min(this.history.lastStep, Math.max(1, step));
    this.dispatchEvent(new CustomEvent('step-select', { detail: { step: at }, bubbles: true, composed: true }));
  }

  #play() {
    if (this.playing) {
      this.#stop();
      return;
    }
    const last = this.history.lastStep;
    const millis = Math.min(MAX_PLAY_STEP_MILLIS, Math.max(MIN_PLAY_STEP_MILLIS, PLAY_MILLIS / last));
    const stride = Math.max(1, Math.ceil((last * millis) / PLAY_MILLIS / 1.5));
    if (this.step == null || this.step >= last) {
      this.#tell(1);
    }
    this.playing = setInterval(() => {
      this.#tell((this.step ?? 0) + stride);
      if ((this.step ?? 0) >= last) {
        this.#stop();
      }
    }, millis);
  }

  #stop() {
    clearInterval(this.playing);
    this.playing = undefined;
  }
}

customElements.define('cairn-replay-bar', ReplayBar);
