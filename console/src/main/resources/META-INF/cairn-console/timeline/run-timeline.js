import { LitElement, html, nothing, svg } from 'lit';
import { now } from '../core/clock.js';
import { counted, formatDuration } from '../core/format.js';
import { controls } from '../core/styles.js';
import { cssProps } from '../parts/css-props.js';
import { keyedRows } from '../parts/keyed-rows.js';
import { statusIcon } from '../parts/status-badge.js';
import { VirtualRows } from '../parts/virtual-rows.js';
import { fittingLabels } from './axis-labels.js';
import { keyOf, lengthOf, statusAt } from './run-history.js';
import { StepScale } from './step-scale.js';
import { TimeScale } from './time-scale.js';
import { TimelineRows } from './timeline-rows.js';
import { timelineStyles } from './timeline-styles.js';
import { visibleSpans } from './visible-spans.js';

const ROW_HEIGHT = 24;
const AXIS_HEIGHT = 24;
const IDLE_KINDS = new Set(['wait', 'listen']);
/** Room at both ends, so that a bar at the edge is seen. */
const EDGE = 0.01;
const MIN_ZOOM = 1e-6;
const MIN_TIMED_MILLIS = 4;
/** The least width of a bar as a part of the axis, so that runs without duration are visible. */
const MIN_BAR = 0.002;
const MIN_EDGED_FOLD = 0.015;
/** Pixels of a label of the axis, with the room around it. */
const TICK_WIDTH = 110;

/**
 * One bar a task run, nested; branches of a fork have a line beside their rows. Pauses are folded to scale.
 * `<cairn-run-timeline .history selected="/do/0/pay@1" .step>`. Sends `run-select` with `{key}`. Only rows that are seen are rendered.
 *
 * Keys: arrows, Home and End go through the rows and open or close them, `+` `-` `0` scale the time, `z` shows that of the selected run, as a
 * double click does. A drag on the axis shows that part of the time.
 */
export class RunTimeline extends LitElement {
  static properties = {
    history: { attribute: false },
    /** Changes when the history has more: it is the same object then. */
    revision: { attribute: false },
    selected: {},
    step: { attribute: false },
    waiting: { attribute: false },
    axis: { state: true },
    view: { state: true },
    brush: { state: true },
  };

  static styles = [controls, timelineStyles];

  #virtual = new VirtualRows(this, '.scroller', ROW_HEIGHT);
  #rows = new TimelineRows();
  #axisWidth = 800;
  #resizes = new ResizeObserver(([{ contentRect }]) => {
    this.#axisWidth = contentRect.width || this.#axisWidth;
    this.requestUpdate();
  });

  constructor() {
    super();
    this.view = [-EDGE, 1 + EDGE];
    this.waiting = new Set();
  }

  connectedCallback() {
    super.connectedCallback();
    // Bars of open runs grow each second.
    if (this.hasUpdated) {
      this.#observeAxis();
    }
    this.clock = setInterval(() => this.history?.runs[0] && !this.history.runs[0].endedAt && this.#tick(), 1_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
    this.#resizes.disconnect();
  }

  firstUpdated() {
    if (this.isConnected) {
      this.#observeAxis();
    }
  }

  #observeAxis() {
    this.#resizes.observe(this.renderRoot.querySelector('.times'));
  }

  #tick() {
    this.#scaleNow();
    this.requestUpdate();
  }

  #scaleNow() {
    this.now = now();
    const times = new TimeScale(this.history.runs, this.now);
    this.length = times.to - times.from;
    // On an axis of times, runs without duration would overlap.
    this.shownAxis = this.axis ?? (this.length <= MIN_TIMED_MILLIS ? 'steps' : 'time');
    this.scale = this.shownAxis === 'steps' ? new StepScale(this.history.lastStep) : times;
  }

  willUpdate(changed) {
    if (!this.history) {
      return;
    }
    if (changed.has('history') || changed.has('revision')) {
      this.#rows.update(this.history, keyOf);
      this.#scaleNow();
    } else if (changed.has('axis')) {
      this.#scaleNow();
      this.#fit();
    }
    // It may be on a page of the history that comes later.
    this.unrevealed = changed.has('selected') ? this.selected : this.unrevealed;
    const run = this.history.run(this.unrevealed);
    if (run) {
      this.revealed = this.#rows.reveal(run);
      this.unrevealed = undefined;
    }
  }

  updated() {
    if (this.revealed >= 0) {
      this.#virtual.reveal(this.revealed, AXIS_HEIGHT);
      this.revealed = undefined;
    }
  }

  render() {
    const rows = this.#rows.rows ?? [];
    const { first, last } = this.#virtual.window(rows.length);
    const zoomed = this.view[1] - this.view[0] < 1;
    return html`
      <div class="tools">
        <span class="small muted grow">${rows.length ? `${counted(this.history.runs.length, 'task run')} · ${formatDuration(this.length)}` : ''}</span>
        <button class="small" title="What the axis shows" ?disabled=${!rows.length} @click=${() => (this.axis = this.shownAxis === 'steps' ? 'time' : 'steps')}>Axis: ${this.shownAxis}</button>
        ${zoomed ? html`<button class="small" @click=${this.#fit}>Whole run</button>` : nothing}
        <button class="icon" aria-label="Zoom out" title="Zoom out (−)" ?disabled=${!zoomed} @click=${() => this.#zoom(1.6)}>−</button>
        <button class="icon" aria-label="Zoom in" title="Zoom in (+)" @click=${() => this.#zoom(1 / 1.6)}>+</button>
      </div>
      <div class="scroller" tabindex="0" role="tree" aria-label="Timeline of task runs" @keydown=${this.#key} @wheel=${this.#wheel}
        aria-activedescendant=${this.selected && rows.slice(first, last).some(row => keyOf(row.run) === this.selected) ? 'selected' : nothing}>
        <div class="axis">
          <div class="title">Task</div>
          <svg class="times" @pointerdown=${this.#brushStart} @pointermove=${this.#brushMove} @pointerup=${this.#brushEnd} @dblclick=${this.#fit}>
            ${this.scale ? this.#axis() : nothing}
            ${this.brush ? svg`<rect class="brush" x=${percent(Math.min(...this.brush))} width=${percent(Math.abs(this.brush[1] - this.brush[0]))} height="24"></rect>` : nothing}
          </svg>
        </div>
        <div class="grid" ${cssProps({ '--grid-height': `${this.#gridHeight(rows.length)}px` })}><svg>${this.scale ? this.#gridLines() : nothing}</svg></div>
        <div class="rows" ${cssProps(this.#virtual.sizer(rows.length))}>
          <div class="window" ${cssProps(this.#virtual.mover(first))} role="presentation">${keyedRows(rows.slice(first, last), row => keyOf(row.run), row => this.#line(row))}</div>
        </div>
      </div>`;
  }

  #gridHeight(count) {
    return Math.max(0, Math.min(count * ROW_HEIGHT, this.#virtual.height - AXIS_HEIGHT));
  }

  #ticks() {
    return this.scale.ticks(...this.view, Math.max(2, Math.floor(this.#axisWidth / TICK_WIDTH)));
  }

  /** Maps a place of the scale to the view, 0 to 1. */
  #at(fraction) {
    return (fraction - this.view[0]) / (this.view[1] - this.view[0]);
  }

  #axis() {
    const width = this.#axisWidth;
    // The longest pauses are the least to scale, so their lengths are the most important.
    const folds = this.#folds().sort((one, other) => other.millis - one.millis).map(({ middle, millis }) => ({ fold: formatDuration(millis), text: `⋯ ${formatDuration(millis)}`, middle: middle * width }));
    const ticks = this.#ticks().map(tick => ({ text: tick.label, left: this.#at(tick.at) * width + 3 }));
    return fittingLabels([...folds, ...ticks], width).map(({ text, left, fold }) => fold
      ? svg`<text class="fold" x=${left} y="16">${text}<title>Nothing but waiting: ${fold}, not to scale</title></text>`
      : svg`<text x=${left} y="16">${text}</text>`);
  }

  #folds() {
    return this.scale.folds().map(fold => ({ ...fold, from: this.#at(fold.from), to: this.#at(fold.to), middle: (this.#at(fold.from) + this.#at(fold.to)) / 2 }))
      .filter(fold => fold.to > 0 && fold.from < 1);
  }

  #gridLines() {
    const cursor = this.#cursor();
    const folds = this.#folds();
    return [
      visibleSpans(folds.map(({ from, to }) => [from, to]), MIN_BAR).map(([from, to]) => svg`<rect class="fold" x=${percent(from)} width=${percent(to - from)} height="100%"></rect>`),
      folds.filter(({ from, to }) => to - from >= MIN_EDGED_FOLD).flatMap(({ from, to }) => [from, to])
        .map(at => svg`<line class="fold-edge" x1=${percent(at)} x2=${percent(at)} y1="0" y2="100%"></line>`),
      this.#ticks().map(tick => svg`<line x1=${percent(this.#at(tick.at))} x2=${percent(this.#at(tick.at))} y1="0" y2="100%"></line>`),
      cursor === null ? nothing : svg`<line class="cursor" x1=${percent(cursor)} x2=${percent(cursor)} y1="0" y2="100%"></line>`,
    ];
  }

  /** The time of the step that is looked at. */
  #cursor() {
    const entry = this.step == null ? null : this.history.steps[this.step];
    return entry ? this.#at(entry.begins ? this.scale.startOf(entry.run) : this.scale.endOf(entry.run)) : null;
  }

  #line({ run, depth, lane }) {
    const key = keyOf(run);
    const step = this.step ?? Infinity;
    const selected = key === this.selected;
    const state = statusAt(run, step);
    const status = state === 'running' && step === Infinity && this.waiting.has(run.task) ? 'waiting' : state;
    const open = this.#rows.isOpen(run);
    return html`
      <div class="line ${status} ${selected ? 'selected' : ''} ${run.startStep > step ? 'later' : ''}" role="treeitem" id=${selected ? 'selected' : nothing}
        aria-level=${depth + 1} aria-selected=${selected} aria-expanded=${run.children.length ? String(open) : nothing} @click=${() => this.#select(run)} @dblclick=${() => this.#showRun(run)}>
        <div class="name ${lane ? 'lane' : ''}" ${cssProps({ '--depth': depth })} title="${run.task || 'The workflow'} · ${status}">
          <span class="sign" @click=${event => this.#toggle(event, run)}>${run.children.length ? (open ? '▾' : '▸') : ''}</span>
          ${statusIcon(status)}
          <span class="word">${run.name || 'Workflow'}</span>${run.run > 1 ? html`<span class="turn">#${run.run}</span>` : nothing}
          ${run.attempts > 1 ? html`<span class="turn" title="Tried ${run.attempts} times">↻${run.attempts}</span>` : nothing}
        </div>
        <svg class="bar">${this.#bar(run)}</svg>
      </div>`;
  }

  #bar(run) {
    const from = this.#at(this.scale.startOf(run));
    const to = this.#at(this.scale.endOf(run));
    if (to < 0 || from > 1) {
      return nothing;
    }
    // Far outside coordinates are inexact in some browsers.
    const [left, right] = [Math.max(from, -0.1), Math.min(to, 1.1)];
    const spans = this.scale.spansOf(run).map(([begin, end]) => [Math.max(this.#at(begin), -0.1), Math.min(this.#at(end), 1.1)]).filter(([begin, end]) => begin <= end);
    const kind = run.children.length ? 'around' : IDLE_KINDS.has(run.kind) ? 'idle' : run.endedAt ? '' : 'open';
    const text = formatDuration(lengthOf(run, this.now));
    return svg`${visibleSpans(spans, MIN_BAR).map(([begin, end]) => svg`<rect class=${kind} x=${percent(begin)} width=${percent(end - begin)} y=${run.children.length ? 8 : 5} height=${run.children.length ? 8 : 14} rx="2"></rect>`)}
      ${right < 0.88 ? svg`<text x=${percent(right)} dx="6" y="16">${text}</text>` : left > 0.12 ? svg`<text x=${percent(left)} dx="-6" y="16" text-anchor="end">${text}</text>` : nothing}`;
  }

  #select(run) {
    this.dispatchEvent(new CustomEvent('run-select', { detail: { key: keyOf(run), run }, bubbles: true, composed: true }));
  }

  #toggle(event, run, open = !this.#rows.isOpen(run)) {
    event.stopPropagation();
    this.#rows.open(run, open);
    this.requestUpdate();
  }

  #fit() {
    this.view = [-EDGE, 1 + EDGE];
  }

  /** Shows more or less of the time, around a place of the view. */
  #zoom(factor, around = 0.5) {
    const [from, to] = this.view;
    const length = Math.min(1 + 2 * EDGE, Math.max(MIN_ZOOM, (to - from) * factor));
    const at = from + (to - from) * around;
    this.#show(at - length * around, length);
  }

  #show(from, length) {
    const begin = Math.min(Math.max(from, -EDGE), 1 + EDGE - length);
    this.view = [begin, begin + length];
  }

  /** Shows the time of a run, with some of what was around it. */
  #showRun(run) {
    const from = this.scale.startOf(run);
    const length = Math.max(MIN_ZOOM, (this.scale.endOf(run) - from) * 1.4);
    this.#show(from - length / 7, Math.min(length, 1 + 2 * EDGE));
  }

  #wheel(event) {
    const place = this.#place(event);
    if ((event.ctrlKey || event.metaKey) && place >= 0) {
      event.preventDefault();
      this.#zoom(Math.exp(event.deltaY * 0.004), place);
    } else if (event.shiftKey || Math.abs(event.deltaX) > 2 * Math.abs(event.deltaY)) {
      event.preventDefault();
      const length = this.view[1] - this.view[0];
      this.#show(this.view[0] + ((event.deltaX || event.deltaY) / 600) * length, length);
    }
  }

  #place(event) {
    const room = this.renderRoot.querySelector('.times').getBoundingClientRect();
    return (event.clientX - room.left) / room.width;
  }

  #brushStart(event) {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = this.#place(event);
    this.brush = [at, at];
  }

  #brushMove(event) {
    if (this.brush) {
      this.brush = [this.brush[0], Math.min(1, Math.max(0, this.#place(event)))];
    }
  }

  #brushEnd() {
    const [from, to] = this.brush ? [...this.brush].sort((one, other) => one - other) : [0, 0];
    this.brush = null;
    if (to - from > 0.01) {
      const length = this.view[1] - this.view[0];
      this.#show(this.view[0] + from * length, Math.max(MIN_ZOOM, (to - from) * length));
    }
  }

  #key(event) {
    const { rows } = this.#rows;
    const at = rows?.findIndex(row => keyOf(row.run) === this.selected) ?? -1;
    const run = rows?.[at]?.run;
    const go = index => rows[index] && this.#select(rows[index].run);
    const actions = {
      ArrowDown: () => go(at + 1), ArrowUp: () => go(Math.max(0, at - 1)), Home: () => go(0), End: () => go(rows.length - 1),
      ArrowRight: () => run && (this.#rows.isOpen(run) ? go(at + 1) : this.#toggle(event, run, true)),
      ArrowLeft: () => run && (this.#rows.isOpen(run) ? this.#toggle(event, run, false) : run.parent && this.#select(run.parent)),
      z: () => run && this.#showRun(run), '+': () => this.#zoom(1 / 1.6), '=': () => this.#zoom(1 / 1.6), '-': () => this.#zoom(1.6), 0: () => this.#fit(),
    };
    const act = actions[event.key];
    if (act && rows?.length && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }
}

function percent(fraction) {
  return `${(fraction * 100).toFixed(3)}%`;
}

customElements.define('cairn-run-timeline', RunTimeline);
