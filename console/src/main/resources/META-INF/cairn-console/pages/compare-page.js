import { LitElement, css, html, nothing } from 'lit';
import { now } from '../core/clock.js';
import { counted, formatDuration } from '../core/format.js';
import { idProblem } from '../core/instance-ids.js';
import { link, replace } from '../core/router.js';
import { fetchRunValue, isOmitted } from '../core/run-values.js';
import { Problem, isAbort } from '../core/source.js';
import { controls, pageLayout } from '../core/styles.js';
import { cssProps } from '../parts/css-props.js';
import { icon } from '../parts/icon-label.js';
import { statusBadge } from '../parts/status-badge.js';
import { VirtualRows } from '../parts/virtual-rows.js';
import { RunHistory, keyOf, lengthOf } from '../timeline/run-history.js';
import { alignRuns, firstDifference, recompare } from '../timeline/run-pairs.js';
import '../parts/problem-view.js';
import '../parts/tab-strip.js';
import '../parts/value-diff.js';

const ROW_HEIGHT = 28;

/** Two runs side by side, with their first difference: `#/instances/{id}/compare/{other}`. */
export class ComparePage extends LitElement {
  static properties = {
    source: { attribute: false }, route: { attribute: false }, sides: { state: true }, problem: { state: true }, onlyDifferences: { state: true }, chosen: { state: true }, valueProblem: { state: true },
  };

  static styles = [controls, pageLayout, css`
    .page { gap: 12px; }
    .heads { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
    .head { padding: 10px 12px; display: flex; flex-direction: column; gap: 2px; font-size: 13px; }
    .head .mono { overflow-wrap: anywhere; }
    .head .side { font-size: 11.5px; color: var(--c-muted); }
    .list { height: max(320px, calc(50dvh - 120px)); display: flex; flex-direction: column; overflow: hidden; }
    .list > header label { display: inline-flex; gap: 6px; align-items: center; }
    .scroller { flex: 1; overflow: auto; outline-offset: -2px; overscroll-behavior: contain; }
    .rows { position: relative; min-width: 700px; }
    .window { position: absolute; inset: 0 0 auto; }
    .line { display: grid; grid-template-columns: 20px minmax(120px, 1fr) minmax(160px, 1fr) minmax(160px, 1fr) minmax(0, 180px); gap: 8px; align-items: center; height: 28px; padding: 0 12px; font-size: 13px; cursor: pointer; border-bottom: 1px solid var(--c-line); white-space: nowrap; }
    .line > * { overflow: hidden; text-overflow: ellipsis; }
    .line:hover { background: color-mix(in srgb, var(--c-raised) 60%, transparent); }
    .line.differs { background: color-mix(in srgb, var(--c-suspended) 10%, transparent); }
    .line.first { box-shadow: inset 4px 0 0 var(--c-suspended); font-weight: 600; }
    .line.selected { background: var(--c-accent-soft); }
    .what { color: var(--c-suspended); font-size: 12px; }
    .time { font-variant-numeric: tabular-nums; color: var(--c-muted); font-size: 12px; }
    .diff { height: max(280px, calc(50dvh - 140px)); display: flex; flex-direction: column; }
    .diff > cairn-value-diff { flex: 1; min-height: 0; }
    @media (max-width: 720px) { .heads { grid-template-columns: 1fr; } }
  `];

  #virtual = new VirtualRows(this, '.scroller', ROW_HEIGHT);

  constructor() {
    super();
    this.onlyDifferences = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  async #load() {
    this.problem = null;
    this.leaving?.abort();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    const [, left, , right] = this.route.segments;
    const wrong = idProblem(left, right);
    if (wrong) {
      this.problem = new Problem(wrong);
      return;
    }
    try {
      this.sides = await Promise.all([left, right].map(async id => {
        const [instance, history] = await Promise.all([this.source.get(`instances/${encodeURIComponent(id)}`, {}, { signal }), new RunHistory(this.source, id, signal).load()]);
        return { instance, history };
      }));
      this.pairs = alignRuns(this.sides[0].history.runs, this.sides[1].history.runs);
      this.first = firstDifference(this.pairs);
    } catch (failure) {
      this.problem = isAbort(failure) ? null : Problem.of(failure);
    }
  }

  updated(changed) {
    if (changed.has('sides') && this.first >= 0) {
      this.#virtual.reveal(this.first + 2);
    }
  }

  get #selected() {
    const { task, run } = this.route.params;
    const chosen = task === undefined ? -1 : this.pairs.findIndex(pair => keyOf(pair.left ?? pair.right) === `${task}@${run ?? 1}`);
    return this.pairs[chosen >= 0 ? chosen : this.first >= 0 ? this.first : 0];
  }

  render() {
    if (!this.sides) {
      return html`<cairn-problem-view .problem=${this.problem} retryable @retry=${this.#load}></cairn-problem-view>${this.problem ? nothing : html`<div class="empty">Both are being read…</div>`}`;
    }
    const selected = this.#selected;
    return html`
      <div class="page">
        <header><h1 class="grow">Two runs compared</h1></header>
        <div class="heads">${this.sides.map(({ instance, history }, at) => html`
          <section class="panel head"><span class="side">${at === 0 ? 'First' : 'Second'}</span>
            <span class="row"><b>${instance.workflow}</b><span class="chip">${instance.version}</span>${statusBadge(instance.status, instance.parked)}</span>
            <a class="mono" href=${link(['instances', instance.id])}>${instance.id}</a>
            <span class="muted">${counted(history.runs.length, 'task run')}, ${formatDuration((instance.endedAt ? Date.parse(instance.endedAt) : now()) - Date.parse(instance.createdAt))}</span></section>`)}</div>
        ${this.#list(selected)}
        ${selected ? this.#difference(selected) : nothing}
      </div>`;
  }

  #list(selected) {
    const differing = this.pairs.filter(pair => pair.what.length).length;
    const rows = this.onlyDifferences ? this.pairs.filter(pair => pair.what.length) : this.pairs;
    const { first, last } = this.#virtual.window(rows.length);
    return html`
      <section class="panel list">
        <header><h2>${differing ? `${differing.toLocaleString()} of ${this.pairs.length.toLocaleString()} task runs differ` : 'No task run differs'}</h2><span class="grow"></span>
          ${differing ? html`<button @click=${this.#goFirst}>First difference</button>` : nothing}
          <label><input type="checkbox" .checked=${this.onlyDifferences} @change=${event => (this.onlyDifferences = event.target.checked)}>Differences only</label></header>
        <div class="scroller" tabindex="0" role="table" aria-label="Task runs of both" @keydown=${event => this.#key(event, rows, selected)}>
          <div class="rows" role="rowgroup" ${cssProps(this.#virtual.sizer(rows.length))}><div class="window" ${cssProps(this.#virtual.mover(first))} role="presentation">${rows.slice(first, last).map(pair => this.#line(pair, selected))}</div></div></div>
      </section>`;
  }

  #line(pair, selected) {
    const shown = pair.left ?? pair.right;
    const isFirst = pair === this.pairs[this.first];
    return html`
      <div class="line ${pair.what.length ? 'differs' : ''} ${isFirst ? 'first' : ''} ${pair === selected ? 'selected' : ''}" role="row" aria-selected=${pair === selected} @click=${() => this.#select(pair)}>
        <span role="cell">${pair.what.length ? icon('alert', isFirst ? 'First difference' : 'Differs') : nothing}</span>
        <span role="cell" title=${shown.task}>${shown.name || 'The workflow'}${shown.run > 1 ? html` <span class="muted">#${shown.run}</span>` : nothing}</span>
        ${[pair.left, pair.right].map(run => html`<span role="cell">${run ? html`${statusBadge(run.status)} <span class="time">${formatDuration(lengthOf(run))}</span>` : html`<span class="muted">did not run</span>`}</span>`)}
        <span role="cell" class="what">${pair.what.join(', ')}${pair.unknown.length ? html` <span class="muted" title="The history leaves it out because it is large">${pair.unknown.join(', ')} not compared</span>` : nothing}</span>
      </div>`;
  }

  #difference(pair) {
    const [left, right] = [pair.left ?? {}, pair.right ?? {}];
    const tab = this.#tabOf(pair);
    return html`
      <section class="panel diff">
        <cairn-tab-strip label="Values" .tabs=${[['input', 'Input'], ['output', 'Output'], ['error', 'Error']].filter(([tab]) => tab !== 'error' || left.error || right.error)} selected=${tab}
          @tab-select=${event => (this.chosen = { pair, tab: event.detail.tab })}></cairn-tab-strip>
        <cairn-problem-view .problem=${this.valueProblem}></cairn-problem-view>
        ${isOmitted(left, tab) || isOmitted(right, tab) ? html`<div class="empty">The history leaves this value out because it is large.<br>
            <button @click=${() => this.#show(pair, tab)}>${icon('download')}Show it</button></div>`
          : html`<cairn-value-diff .before=${left[tab]} .after=${right[tab]} before-name="First" after-name="second"></cairn-value-diff>`}
      </section>`;
  }

  /** The tab with a difference. A tab that the viewer has chosen stays for its pair, and for others in which it hides no difference. */
  #tabOf(pair) {
    const differing = ['input', 'output', 'error'].filter(name => pair.what.includes(name));
    const chosen = this.chosen?.tab === 'error' && !pair.left?.error && !pair.right?.error ? undefined : this.chosen?.tab;
    return chosen && (this.chosen.pair === pair || !differing.length || differing.includes(chosen)) ? chosen : differing[0] ?? pair.unknown[0] ?? 'output';
  }

  /** Fetches what is left out on either side, and compares the two anew. */
  async #show(pair, name) {
    this.valueProblem = null;
    try {
      await Promise.all([pair.left, pair.right].map(async (run, at) => {
        if (isOmitted(run, name)) {
          run[name] = await fetchRunValue(this.source, this.sides[at].instance.id, run, name);
          run.omitted = run.omitted.filter(each => each !== name);
        }
      }));
      this.chosen = { pair: recompare(pair), tab: name };
      this.first = firstDifference(this.pairs);
    } catch (failure) {
      this.valueProblem = Problem.of(failure);
    }
  }

  #select(pair) {
    this.valueProblem = null;
    const { task, run } = pair.left ?? pair.right;
    replace({ task, run: run > 1 ? run : undefined });
  }

  #goFirst() {
    this.#select(this.pairs[this.first]);
    this.#virtual.reveal(this.onlyDifferences ? this.pairs.filter(pair => pair.what.length).indexOf(this.pairs[this.first]) : this.first);
  }

  #key(event, rows, selected) {
    const at = rows.indexOf(selected);
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: rows.length - 1 }[event.key];
    if (rows[next]) {
      event.preventDefault();
      this.#select(rows[next]);
      this.#virtual.reveal(next);
    }
  }
}

customElements.define('cairn-compare-page', ComparePage);
