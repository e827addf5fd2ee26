import { now } from '../core/clock.js';
import { isOmitted } from '../core/run-values.js';

/** Runs of one answer; the API permits 1,000. */
const PAGE_SIZE = 1000;
/** Runs read without being asked for: the application replays the journal for each page. */
const MAX_RUNS = 20_000;
const NO_PAUSES = [];

/** Identifies a run: a task in a loop has several. */
export const keyOf = run => `${run.task}@${run.run}`;

/**
 * The task runs of one instance in the order in which they began, as a tree and as a sequence of steps. Pages load one after another;
 * a refresh loads only pages that can have changed. Each run gets `index`, `parent` (a run or null), `children`
 * (runs), `instances` (ids of the instances that it ran), and `pauses` between a failure and the retry by an operator: [from, to], milliseconds.
 */
export class RunHistory {
  #source;
  #id;
  #signal;
  #pages = [];
  #most = MAX_RUNS;
  #loading = Promise.resolve();

  /** @param {AbortSignal=} signal ends loads: they reject with its `AbortError` then */
  constructor(source, id, signal) {
    this.#source = source;
    this.#id = id;
    this.#signal = signal;
    this.#link([]);
    this.complete = false;
    this.truncated = false;
  }

  /**
   * Loads pages that are missing or have a run without end. A call during a load waits for it and
   * loads again: the earlier load may have read a page before it changed.
   *
   * @param onPage called after each page, with what is there so far in this history
   */
  load(onPage = () => {}) {
    const loaded = this.#loading.then(() => this.#loadPages(onPage));
    this.#loading = loaded.catch(() => {});
    return loaded;
  }

  /** Loads all pages again, because an earlier task may run once more. */
  reload(onPage) {
    this.#pages.forEach(page => (page.settled = false));
    return this.load(onPage);
  }

  /** Permits as many runs again; then `load` reads on. */
  extend() {
    this.#most += MAX_RUNS;
  }

  async #loadPages(onPage) {
    const path = `instances/${encodeURIComponent(this.#id)}/history`;
    let cursor;
    for (let at = 0; at === 0 || cursor; at++) {
      if (!this.#pages[at]?.settled) {
        const { tasks, next } = await this.#source.get(path, { limit: PAGE_SIZE, cursor }, { signal: this.#signal });
        // An enclosing task begins before its children and ends after them, so a page without open runs is final.
        this.#pages[at] = { tasks, next, settled: Boolean(next) && tasks.every(run => run.endStep) };
        this.complete = !next;
        this.#link(this.#pages.flatMap(page => page.tasks));
        onPage(this);
      }
      cursor = this.#pages[at].next;
      this.truncated = Boolean(cursor) && (at + 1) * PAGE_SIZE >= this.#most;
      if (this.truncated) {
        break;
      }
    }
    return this;
  }

  #link(tasks) {
    const latest = new Map();
    this.runs = tasks.map((task, index) => ({
      ...task, index, instances: task.children, children: [], parent: null, pauses: task.pauses?.map(({ from, to }) => [Date.parse(from), Date.parse(to)]) ?? NO_PAUSES,
    }));
    this.knownBegin = undefined;
    this.byKey = new Map();
    this.steps = [];
    this.roots = [];
    for (const run of this.runs) {
      this.byKey.set(keyOf(run), run);
      this.steps[run.startStep] = { run, begins: true };
      if (run.endStep) {
        this.steps[run.endStep] = { run, begins: false };
      }
      run.parent = enclosing(run, latest);
      (run.parent ? run.parent.children : this.roots).push(run);
      latest.set(run.task, run);
    }
    this.contexts = this.runs.filter(run => run.context !== undefined || isOmitted(run, 'context'))
      .sort((one, other) => one.endStep - other.endStep);
  }

  /** When the first run began, milliseconds. In a fork that is not that of the workflow: tasks before the fork have the times they had. */
  get beginMillis() {
    this.knownBegin ??= this.runs.reduce((least, run) => Math.min(least, Date.parse(run.startedAt)), Infinity);
    return this.knownBegin;
  }

  /** The number of the last step: each beginning and each end of a run is one. */
  get lastStep() {
    return Math.max(0, this.steps.length - 1);
  }

  run(key) {
    return this.byKey.get(key);
  }

  /** The latest run of a task that had begun at a step. */
  latestOf(task, step = Infinity) {
    return this.runs.findLast(run => run.task === task && run.startStep <= step);
  }

  /** The run whose end gave `$context` its value at a step, or undefined if it was null still. */
  contextAt(step = Infinity) {
    return this.contexts.findLast(run => run.endStep <= step);
  }

  /**
   * The state of each task at a step.
   *
   * @param waiting references of tasks that wait for something now; used without a step only
   * @return Map of task → {status, count, faulted}
   */
  statesAt(step = Infinity, waiting = new Set()) {
    const states = new Map();
    for (const run of this.runs) {
      if (run.startStep > step) {
        break;
      }
      const state = states.get(run.task) ?? { status: '', count: 0, faulted: 0 };
      state.status = statusAt(run, step);
      state.count++;
      state.faulted += state.status === 'faulted' ? 1 : 0;
      if (state.status === 'running' && step === Infinity && waiting.has(run.task)) {
        state.status = 'waiting';
      }
      states.set(run.task, state);
    }
    return states;
  }

  /** The ways that the instance took at a step: `from→to` of tasks, `→to` into and `from→` out of a list of tasks. */
  waysAt(step = Infinity) {
    const ways = new Set();
    for (const run of this.runs) {
      if (run.startStep > step) {
        break;
      }
      addWays(ways, run, step);
    }
    return ways;
  }
}

/** The duration of a run up to its end or to now, without its pauses; milliseconds. */
export function lengthOf(run, at = now()) {
  return Math.max(0, (run.endedAt ? Date.parse(run.endedAt) : at) - Date.parse(run.startedAt) - pausedOf(run));
}

/** The total time between failures and retries by an operator, milliseconds. */
export function pausedOf(run) {
  return run.pauses?.reduce((sum, [from, to]) => sum + to - from, 0) ?? 0;
}

/** The times in which a run was active: [from, to], milliseconds. One span, and one more after each pause. */
export function spansOf(run, at = now()) {
  const end = run.endedAt ? Date.parse(run.endedAt) : at;
  const begins = [Date.parse(run.startedAt), ...run.pauses.map(([, to]) => to)];
  return begins.map((begin, index) => [begin, Math.max(begin, run.pauses[index]?.[0] ?? end)]);
}

/** True if a run is inside the `catch` of a `try`, where the caught error is a variable. */
export function isInCatch(run, attempt) {
  return run.task.startsWith(`${attempt.task}/catch/`);
}

/** True if the `catch` of a `try` had caught its error at a step: then the `try` had ended, or a task of the `catch` had begun. */
export function hadCaught(run, step = Infinity) {
  return Boolean(run.caught) && (step === Infinity || run.endStep <= step || run.children.some(child => isInCatch(child, run) && child.startStep <= step));
}

/** The state of a run at a step: `pending` before it began. */
export function statusAt(run, step = Infinity) {
  if (run.startStep > step) {
    return 'pending';
  }
  return !run.endStep && step !== Infinity ? 'running' : run.endStep > step ? 'running' : run.status;
}

function addWays(ways, parent, step) {
  const begun = parent.children.filter(run => run.startStep <= step);
  for (let at = 0; at < begun.length; at++) {
    const run = begun[at];
    const before = begun[at - 1];
    const after = begun[at + 1];
    // Branches of a fork do not follow each other.
    const first = !before || parent.kind === 'fork' || !(before.endStep < run.startStep);
    ways.add(first ? `→${run.task}` : `${before.task}→${run.task}`);
    if ((parent.kind === 'fork' || !after) && run.endStep <= step && run.status !== 'faulted') {
      ways.add(`${run.task}→`);
    }
  }
}

/** The innermost run that had begun, had not ended, and whose reference encloses that of another one. */
function enclosing(run, latest) {
  if (run.task === '') {
    return null;
  }
  for (let end = run.task.lastIndexOf('/'); end >= 0; end = run.task.lastIndexOf('/', end - 1)) {
    const around = latest.get(run.task.slice(0, end));
    if (around && !(around.endStep < run.startStep)) {
      return around;
    }
    if (end === 0) {
      break;
    }
  }
  return null;
}
