import { now } from './clock.js';
import { Problem } from './source.js';

/** Requests under way at a time: browsers hold back more to one host. */
const CONCURRENCY = 4;
const MAX_FAILURES = 20;

/**
 * Gives a command to instances that were selected one by one. It has the members of a bulk operation of the server, and `total`, so the two
 * are shown alike. It runs in this page: leaving the page stops it.
 */
export class SelectionRun {
  state = 'running';
  done = 0;
  failed = 0;
  failures = [];

  #source;
  #ids;
  #reason;
  #onProgress;

  /** @param {function()} onProgress called after each instance and at the end */
  constructor(source, command, ids, reason, onProgress) {
    this.#source = source;
    this.#ids = [...ids];
    this.#reason = reason;
    this.#onProgress = onProgress;
    this.command = command;
    this.total = ids.length;
    this.startedAt = new Date(now()).toISOString();
  }

  async run() {
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#work()));
    this.state = this.#ids.length ? 'cancelled' : 'completed';
    this.endedAt = new Date(now()).toISOString();
    this.#onProgress();
  }

  /** Asks no further instance. */
  stop() {
    this.isStopped = true;
  }

  async #work() {
    while (this.#ids.length && !this.isStopped) {
      const id = this.#ids.shift();
      try {
        await this.#source.post(`instances/${id}/${this.command}`, { reason: this.#reason });
        this.done++;
      } catch (failure) {
        this.#note(id, Problem.of(failure));
      }
      this.#onProgress();
    }
  }

  #note(id, problem) {
    this.failed++;
    if (this.failures.length < MAX_FAILURES) {
      this.failures.push({ instance: id, code: problem.code, detail: problem.detail ?? problem.title });
    }
    // It would be refused for the others as well.
    if (problem.status === 401 || problem.status === 0) {
      this.stop();
    }
  }
}
