import { LitElement, html, nothing } from 'lit';
import { canFork, mayReadPayloads } from '../core/commands.js';
import { now } from '../core/clock.js';
import { formatClock, formatNumber } from '../core/format.js';
import { idProblem } from '../core/instance-ids.js';
import { LiveController, liveOf } from '../core/live.js';
import { replace } from '../core/router.js';
import { Problem, isAbort } from '../core/source.js';
import { controls, pageLayout } from '../core/styles.js';
import { RunHistory, keyOf } from '../timeline/run-history.js';
import { instanceStyles } from './instance-styles.js';
import '../graph/flow-graph.js';
import '../parts/instance-actions.js';
import '../parts/instance-header.js';
import '../parts/pending-list.js';
import '../parts/problem-view.js';
import '../parts/replay-bar.js';
import '../parts/run-detail.js';
import '../parts/tab-strip.js';
import '../timeline/run-timeline.js';

/** Pause between two reads of an instance that changes: the application replays the journal for each. */
const REFRESH_MILLIS = 400;
/** The pause is at least this many times as long as the last read, which grows with the history. */
const REFRESH_FACTOR = 3;
/** Delay of writing the address after the selection changed. */
const ADDRESS_MILLIS = 300;
/** Shorter breaks of the connection are not shown: a client reconnects within this time after a node has ended a stream. */
const LOSS_MILLIS = 2_000;
/** Changes after which tasks that had ended may run again. */
const REOPENING = new Set(['retried', 'resumed', 'reset']);
/** Parts that few viewers open are fetched when they are opened. */
const LATER_PARTS = {
  tasks: () => import('../parts/task-table.js'), related: () => import('../parts/family-tree.js'), commands: () => import('../parts/command-list.js'),
  journal: () => import('../parts/journal-view.js'), ask: () => import('../parts/answer-panel.js'), logs: () => import('../parts/log-lines.js'),
};

/**
 * An instance: its facts, its progress, and its state at each step. The address has the selected run (`task`, `run`), the step (`at`) and
 * the tab (`tab`).
 */
export class InstancePage extends LitElement {
  static properties = {
    source: { attribute: false }, route: { attribute: false }, instance: { state: true }, graph: { state: true }, revision: { state: true }, origin: { state: true },
    problem: { state: true }, graphProblem: { state: true }, historyProblem: { state: true }, lostAt: { state: true },
  };

  static styles = [controls, pageLayout, instanceStyles];

  #live = new LiveController(this, () => this.instance || this.problem?.status === 0 ? { instance: this.id, tasks: true } : null,
    { change: change => this.#changed(change), reset: () => this.#changed({ change: 'reset' }), open: () => this.#caughtUp() });
  #reopened = false;
  #stale = false;
  #refreshMillis = 0;

  constructor() {
    super();
    this.revision = 0;
  }

  get id() {
    return this.route.segments[1];
  }

  get #path() {
    return `instances/${encodeURIComponent(this.id)}`;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.source) {
      this.hub = liveOf(this.source);
      this.hub.addEventListener('state', this.#connectionChanged);
      this.#load();
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving?.abort();
    this.hub?.removeEventListener('state', this.#connectionChanged);
    clearTimeout(this.losing);
    clearTimeout(this.refreshing);
    clearTimeout(this.addressing);
    this.refreshing = undefined;
  }

  /** Without a connection the page becomes outdated: it shows since when, and disables commands. */
  #connectionChanged = () => {
    clearTimeout(this.losing);
    if (this.hub.state === 'closed') {
      const since = now();
      this.losing = setTimeout(() => { this.lostAt = since; }, LOSS_MILLIS);
    } else {
      this.lostAt = null;
    }
  };

  /** Reads for this page. Leaving the page ends the read. */
  #get(path, params) {
    return this.source.get(path, params, { signal: this.leaving.signal });
  }

  async #load() {
    this.problem = null;
    this.leaving?.abort();
    this.leaving = new AbortController();
    this.history = new RunHistory(this.source, this.id, this.leaving.signal);
    const wrong = idProblem(this.id);
    if (wrong) {
      this.problem = new Problem(wrong);
      return;
    }
    this.#loadHistory();
    this.#loadOrigin();
    await this.#loadInstance();
    if (this.instance) {
      await this.#loadGraph();
    }
  }

  async #loadInstance() {
    try {
      this.instance = await this.#get(this.#path);
      this.problem = null;
    } catch (failure) {
      this.problem = problemOf(failure, this.problem);
    }
  }

  async #loadGraph() {
    const { workflow, version } = this.instance;
    try {
      this.graph = await this.#get(['workflows', workflow, 'graph'], { version });
    } catch (failure) {
      this.graphProblem = failure.status === 404
        ? new Problem({ title: 'There is no graph', detail: `The application no longer has version ${version} of ${workflow}.` }) : problemOf(failure, this.graphProblem);
    }
  }

  async #loadHistory(all = false) {
    const shown = () => this.revision++;
    try {
      await (all ? this.history.reload(shown) : this.history.load(shown));
      this.historyProblem = null;
    } catch (failure) {
      this.historyProblem = problemOf(failure, this.historyProblem);
    }
  }

  /** The origin of a fork, which is the first entry of its journal. */
  async #loadOrigin() {
    try {
      const { entries } = await this.#get(`${this.#path}/journal`, { limit: 2 });
      this.origin = entries.find(entry => entry.kind === 'forked');
    } catch {
      // Other parts of the page show the problem.
    }
  }

  #changed({ change }) {
    this.#reopened ||= REOPENING.has(change);
    this.#stale = true;
    this.refreshing ??= setTimeout(() => this.#refresh(), Math.max(REFRESH_MILLIS, REFRESH_FACTOR * this.#refreshMillis));
  }

  /** An instance is watched after it was found. It may have changed in between. */
  async #caughtUp() {
    if (!this.instance) {
      this.#load();
      return;
    }
    const { updatedAt, entries } = this.instance;
    await this.#loadInstance();
    if (this.instance.updatedAt !== updatedAt || this.instance.entries !== entries) {
      this.#changed({ change: 'reset' });
    }
  }

  async #refresh() {
    const all = this.#reopened;
    const began = performance.now();
    this.#reopened = false;
    this.#stale = false;
    await Promise.all([this.#loadInstance(), this.#loadHistory(all)]);
    this.#refreshMillis = performance.now() - began;
    this.refreshing = undefined;
    // Changes that arrived during the reads may be missing in their answers.
    if (this.#stale && this.isConnected) {
      this.#changed({});
    }
  }

  get #step() {
    const step = Number(this.route.params.at);
    return Number.isInteger(step) && step > 0 && step <= this.history.lastStep ? step : null;
  }

  /** The run in the address, else the run of the step, else the run that a viewer most likely looks for. */
  get #selected() {
    const { task, run } = this.route.params;
    const { history } = this;
    const step = this.#step;
    if (task !== undefined) {
      // A task of the graph may not have run.
      return history.run(`${task}@${run ?? 1}`) ?? history.latestOf(task);
    }
    return step && history.steps[step]?.run || this.#likely() || history.runs[0];
  }

  #likely() {
    const { history, instance } = this;
    if (instance?.status === 'faulted') {
      return history.runs.findLast(run => run.status === 'faulted' && run.children.length === 0);
    }
    const [pending] = instance?.pending ?? [];
    return pending && history.latestOf(pending.task);
  }

  render() {
    if (this.problem && !this.instance) {
      return html`<cairn-problem-view .problem=${this.problem} retryable @retry=${this.#load}></cairn-problem-view>`;
    }
    const { instance, history, revision } = this;
    const step = this.#step;
    const run = this.#selected;
    this.waiting = new Set(instance?.pending?.filter(one => one.kind !== 'call').map(one => one.task));
    return html`
      <div class="page" @run-select=${this.#runSelected} @task-select=${this.#taskSelected} @step-select=${this.#stepSelected} @run-fork=${this.#forked}
        @timer-fire=${event => this.#actions.fireTimer(event.detail.pending)} @event-send=${() => this.#actions.sendEvent()}
        @instance-changed=${() => this.#changed({ change: 'reset' })}>
        <section class="panel" aria-label="Instance">
          <cairn-instance-header .instance=${instance} .origin=${this.origin}><cairn-instance-actions .source=${this.source} .instance=${instance} .selected=${run} ?disabled=${this.lostAt}></cairn-instance-actions></cairn-instance-header>
          ${this.lostAt ? html`<div class="banner warning" role="status"><strong>The application does not answer.</strong>
            This is as of ${formatClock(this.lostAt)}. Commands can be given when the connection is back.</div>` : nothing}
          ${this.#banner()}
          ${instance?.pending?.length ? html`<cairn-pending-list class="pending" .pending=${instance.pending} ?operable=${!this.lostAt && ['running', 'waiting'].includes(instance.status)}></cairn-pending-list>` : nothing}
        </section>
        ${this.problem ? html`<cairn-problem-view .problem=${this.problem} retryable @retry=${() => this.#changed({ change: 'reset' })}></cairn-problem-view>` : nothing}
        ${this.historyProblem ? html`<cairn-problem-view .problem=${this.historyProblem} retryable @retry=${() => this.#loadHistory(true)}></cairn-problem-view>` : nothing}
        ${history.lastStep ? html`<section class="panel replay"><cairn-replay-bar .history=${history} .revision=${revision} .step=${step}></cairn-replay-bar></section>` : nothing}
        <div class="panes">
          <section class="panel pane main">
            <cairn-tab-strip label="Views" .tabs=${this.#tabs()} selected=${this.#tab} @tab-select=${event => this.#address({ tab: event.detail.tab === 'run' ? undefined : event.detail.tab })}></cairn-tab-strip>
            ${this.#view(step, run)}
          </section>
          <section class="panel pane detail" aria-label="Task run">
            <cairn-run-detail .source=${this.source} .instance=${instance} .history=${history} .graph=${this.graph} .revision=${revision} .run=${run} .task=${this.route.params.task} .step=${step} .waiting=${this.waiting} ?forkable=${instance && canFork(instance) && !this.lostAt}></cairn-run-detail>
          </section>
        </div>
      </div>`;
  }

  #banner() {
    const { instance } = this;
    if (instance?.misfit) {
      return html`<div class="banner warning"><strong>It is parked: its journal does not fit the definition.</strong> ${instance.misfit}</div>`;
    }
    const error = instance?.error;
    return error ? html`<div class="banner danger"><strong>${error.title ?? error.type}</strong>${error.status ? html` <span class="chip">${error.status}</span>` : nothing} ${error.detail ?? nothing}</div>` : nothing;
  }

  /** An address may name a tab that the page does not have, or that this instance does not have. */
  get #tab() {
    const { tab } = this.route.params;
    const isKnown = tab && Object.hasOwn(LATER_PARTS, tab);
    const isMissing = tab === 'ask' && (this.graph || this.graphProblem) && !this.#answers();
    return isKnown && !isMissing ? tab : 'run';
  }

  #tabs() {
    const { instance, history } = this;
    return [
      ['run', 'Run'], ['tasks', 'Tasks', history.runs.length ? `${history.runs.length.toLocaleString()}${history.complete ? '' : '+'}` : ''],
      ['related', 'Related', instance?.children?.length ? `${instance.children.length}${instance.moreChildren ? '+' : ''}` : ''],
      ['commands', 'Commands'], ...(this.#answers() ? [['ask', 'Ask']] : []), ['journal', 'Journal', instance?.entries || ''], ['logs', 'Logs'],
    ];
  }

  /** True if the definition declares a query, or a task that replies to updates. */
  #answers() {
    return Boolean(this.graph && (this.graph.queries?.length || this.graph.nodes.some(node => node.updates)));
  }

  #view(step, run) {
    const selected = run && keyOf(run);
    const { source, id, revision, history, instance } = this;
    LATER_PARTS[this.#tab]?.();
    switch (this.#tab) {
      case 'tasks': return html`<cairn-task-table class="fill" .history=${history} .revision=${revision} .step=${step} .selected=${selected}></cairn-task-table>`;
      case 'related': return html`<cairn-family-tree class="fill" tabindex="0" .source=${source} .instance=${instance} .origin=${this.origin}></cairn-family-tree>`;
      case 'commands': return html`<cairn-command-list class="fill" tabindex="0" .source=${source} .instanceId=${id} .revision=${instance?.entries}></cairn-command-list>`;
      case 'journal': return html`<cairn-journal-view class="fill" tabindex="0" .source=${source} .instanceId=${id} .revision=${instance?.entries}></cairn-journal-view>`;
      case 'ask': return html`${instance && this.graph ? html`<cairn-answer-panel class="fill" .source=${source} .instance=${instance} .graph=${this.graph} ?disabled=${this.lostAt}></cairn-answer-panel>` : nothing}`;
      case 'logs': return html`${instance ? html`<cairn-log-lines class="fill" tabindex="0" .source=${source} .instanceId=${id} .revision=${revision} ?readable=${mayReadPayloads(instance)}></cairn-log-lines>` : nothing}`;
      default: return this.#runView(step, run, selected);
    }
  }

  #runView(step, run, selected) {
    const { history, revision } = this;
    return html`
      <div class="run fill">
        ${this.graph ? html`<cairn-flow-graph .graph=${this.graph} .states=${history.statesAt(step ?? Infinity, this.waiting)} .ways=${history.waysAt(step ?? Infinity)} .selected=${run?.task ?? this.route.params.task}></cairn-flow-graph>`
          : html`<div class="nograph"><cairn-problem-view .problem=${this.graphProblem}></cairn-problem-view></div>`}
        <cairn-run-timeline .history=${history} .revision=${revision} .step=${step} .selected=${selected} .waiting=${this.waiting}></cairn-run-timeline>
      </div>
      ${history.truncated ? html`<div class="small note">Its first ${formatNumber(history.runs.length)} task runs are shown. <button class="link" @click=${this.#more}>Show more</button></div>` : nothing}`;
  }

  #more() {
    this.history.extend();
    this.#loadHistory();
  }

  get #actions() {
    return this.renderRoot.querySelector('cairn-instance-actions');
  }

  #runSelected(event) {
    const { task, run } = event.detail.run;
    this.#address({ task, run: run > 1 ? run : undefined });
  }

  #taskSelected(event) {
    const run = this.history.latestOf(event.detail.task, this.#step ?? Infinity);
    this.#address({ task: event.detail.task, run: run?.run > 1 ? run.run : undefined });
  }

  #stepSelected(event) {
    // The run of the step is selected then, whichever was before.
    this.#address({ at: event.detail.step ?? undefined, task: undefined, run: undefined });
  }

  #forked(event) {
    this.#actions.fork(event.detail.run.task, event.detail.run.run);
  }

  /** Shows the selection at once, and writes it into the address a little later: browsers permit few changes of the address in a short time. */
  #address(params) {
    const all = Object.entries({ ...this.route.params, ...params }).filter(([, value]) => value !== undefined);
    this.route = { ...this.route, params: Object.fromEntries(all.map(([name, value]) => [name, String(value)])) };
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => replace(this.route.params), ADDRESS_MILLIS);
  }
}

/** A load that was given up with its page is no problem. */
function problemOf(failure, before) {
  return isAbort(failure) ? before : Problem.of(failure);
}

customElements.define('cairn-instance-page', InstancePage);
