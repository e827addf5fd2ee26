import { Problem } from './source.js';

/**
 * Reads something again and again while its host is shown and looked at. A Lit controller; `value` is the last answer, `problem` why the
 * last question failed. An old answer stays while there is a problem.
 */
export class PagePoll {
  value = null;
  problem = null;

  /**
   * @param {LitElement} host has `source`
   * @param {function(object): Promise<object>} read is given the source
   * @param {function(object): number} pause milliseconds until it is read again, after an answer
   */
  constructor(host, read, pause) {
    this.host = host;
    this.read = read;
    this.pause = pause;
    host.addController(this);
  }

  hostConnected() {
    document.addEventListener('visibilitychange', this.#onVisible);
    // The host gets its source after it is connected.
    queueMicrotask(() => this.now());
  }

  hostDisconnected() {
    document.removeEventListener('visibilitychange', this.#onVisible);
    clearTimeout(this.timer);
  }

  /** Reads now. */
  async now() {
    clearTimeout(this.timer);
    const question = (this.question = {});
    try {
      const value = await this.read(this.host.source);
      if (this.question === question) {
        this.value = value;
        this.problem = null;
      }
    } catch (failure) {
      if (this.question === question) {
        this.problem = Problem.of(failure);
      }
    }
    if (this.question === question) {
      this.host.requestUpdate();
      if (this.host.isConnected && !document.hidden) {
        this.timer = setTimeout(() => this.now(), this.pause(this.value));
      }
    }
  }

  #onVisible = () => {
    if (!document.hidden) {
      this.now();
    }
  };
}
