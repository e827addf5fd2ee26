import { parseJson } from './exact-json.js';
import { encodeParams, encodePath } from './router.js';
import { Problem } from './source.js';

/** Maximum time of an answer, longer than the management API takes. The Dev UI loses an answer if the application reloads meanwhile. */
const ANSWER_MILLIS = 30_000;
/** Maximum time until the first part of a stream, which the application sends at once. */
const OPENING_MILLIS = 5_000;
/** Maximum silence of a stream. The application sends a message every 15 seconds. */
const SILENCE_MILLIS = 40_000;
const MIN_RETRY_MILLIS = 500;
const MAX_RETRY_MILLIS = 10_000;
/** Maximum attempts to read when answers are lost with their connection. */
const MAX_READS = 3;

/**
 * Asks the management API by JSON-RPC, in the Dev UI: as `HttpSource`, with the permissions of the developer. JSON-RPC has no
 * cancellation: after the signal, the answer is ignored.
 */
export class RpcSource {
  #streams = new Set();
  #lost = new EventTarget();

  /**
   * @param {object} rpc the Dev UI's proxy for the methods of the extension
   * @param {function(function(boolean))=} watchConnection gets a function to call with whether there is a connection, each time that changes
   */
  constructor(rpc, watchConnection = () => {}) {
    this.rpc = rpc;
    watchConnection(connected => {
      this.#lost.dispatchEvent(new Event(connected ? 'connected' : 'disconnected'));
      this.#streams.forEach(stream => stream.connectionChanged(connected));
    });
  }

  /** The Dev UI loses its connection each time that the application reloads: then this asks again. */
  async get(path, params = {}, { signal } = {}) {
    for (let read = 1; ; read++) {
      try {
        return await this.#ask('GET', path, params, null, signal);
      } catch (failure) {
        if (!failure.isLost || read === MAX_READS) {
          throw failure;
        }
      }
      await withinTime(new Promise(resolve => this.#lost.addEventListener('connected', resolve, { once: true })), signal);
    }
  }

  post(path, body = {}, { signal } = {}) {
    return this.#ask('POST', path, {}, JSON.stringify(body), signal);
  }

  remove(path) {
    return this.#ask('DELETE', path, {}, null);
  }

  /** Always null: JSON-RPC has no addresses of downloads. */
  address() {
    return null;
  }

  changes(filter, onChange, onState) {
    const stream = new RpcStream(this.rpc, encodeParams(filter).slice(1), onChange, onState);
    this.#streams.add(stream);
    return {
      close: () => {
        this.#streams.delete(stream);
        stream.close();
      },
    };
  }

  /**
   * Calls a method that only the Dev UI has.
   * @param {string} method its name
   * @param {object} params all parameters; an omitted parameter is null
   */
  async call(method, params = {}, { signal } = {}) {
    const answer = await withinTime(this.rpc[method](params), signal, this.#lost);
    return answer.result;
  }

  async #ask(method, path, params, body, signal) {
    const { status, body: text } = await this.call('request',
      { method, path: `/${encodePath(path)}`, query: encodeParams(params).slice(1), body }, { signal });
    const content = text ? parseJson(text) : {};
    if (status >= 400) {
      throw new Problem({ ...content, status });
    }
    return content;
  }
}

/** Waits for an answer until a timeout, the loss of the connection (the problem has `isLost`), or the signal. */
function withinTime(promise, signal, lost) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(noAnswer()), ANSWER_MILLIS);
    const abort = () => reject(new DOMException('Nobody waits for the answer any more', 'AbortError'));
    const disconnected = () => reject(Object.assign(noAnswer(), { isLost: true }));
    if (signal?.aborted) {
      abort();
    }
    signal?.addEventListener('abort', abort, { once: true });
    lost?.addEventListener('disconnected', disconnected, { once: true });
    promise.then(resolve, failure => reject(problemOf(failure)));
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      lost?.removeEventListener('disconnected', disconnected);
    };
    promise.then(settle, settle);
  });
}

function noAnswer() {
  return new Problem({ status: 0, title: 'The application does not answer', detail: 'It may be reloading, or it stopped. Look into its log, then try again.' });
}

/** The problem in the Dev UI's answer for a method that failed. */
function problemOf(failure) {
  const message = failure?.error?.message ?? String(failure?.message ?? failure);
  return new Problem({ status: 500, title: 'The application could not answer', detail: message });
}

/**
 * A stream of changes: the text of server-sent events in the messages of a subscription. The application ends each after a minute. The Dev
 * UI does not report the end of a subscription, or that another tab has taken it. So silence ends a subscription as well, and the next one
 * continues after the last change that was seen.
 */
class RpcStream {
  #lastId = '';
  #retryMillis = MIN_RETRY_MILLIS;

  constructor(rpc, query, onChange, onState) {
    this.rpc = rpc;
    this.query = query;
    this.onChange = onChange;
    this.onState = onState;
    this.#connect();
  }

  close() {
    clearTimeout(this.timer);
    this.subscription?.cancel();
    this.subscription = null;
    this.closed = true;
  }

  /** The subscription ended with its connection. The next connection gets a new one. */
  connectionChanged(connected) {
    if (!connected) {
      clearTimeout(this.timer);
      this.subscription = null;
      this.isOpen = false;
      this.onState('closed');
    } else if (!this.subscription) {
      clearTimeout(this.timer);
      this.#connect();
    }
  }

  #connect() {
    const subscription = this.rpc.changes({ query: this.query, lastEventId: this.#lastId });
    this.subscription = subscription;
    this.#watchSilence(OPENING_MILLIS);
    subscription.onNext(message => this.subscription === subscription && this.#take(message.result));
    subscription.onError(() => this.subscription === subscription && this.#lost());
  }

  #take(text) {
    if (!this.isOpen) {
      this.isOpen = true;
      this.onState('open');
    }
    this.#retryMillis = MIN_RETRY_MILLIS;
    this.#watchSilence();
    for (const block of text.split('\n\n')) {
      this.#takeBlock(block);
    }
  }

  #takeBlock(block) {
    const fields = Object.fromEntries(block.split('\n').map(line => {
      const at = line.indexOf(': ');
      return at < 1 ? [] : [line.slice(0, at), line.slice(at + 2)];
    }).filter(field => field.length));
    this.#lastId = fields.id ?? this.#lastId;
    const detail = fields.data ? JSON.parse(fields.data) : {};
    if (fields.event === 'instance' || fields.event === 'task') {
      this.onChange({ of: fields.event, ...detail });
    } else if (fields.event === 'reset') {
      this.onState('reset', detail);
    } else if (fields.event === 'end') {
      this.subscription = null;
      this.#connect();
    } else if (fields.event === 'dropped' || fields.event === 'closed') {
      this.isOpen = false;
      this.onState(fields.event, detail);
      this.#again();
    }
  }

  #watchSilence(millis = SILENCE_MILLIS) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#lost(), millis);
  }

  #lost() {
    this.isOpen = false;
    this.onState('closed');
    this.#again();
  }

  #again() {
    this.subscription?.cancel();
    this.subscription = null;
    clearTimeout(this.timer);
    if (!this.closed) {
      this.timer = setTimeout(() => this.#connect(), this.#retryMillis * (0.75 + Math.random() / 2));
      this.#retryMillis = Math.min(MAX_RETRY_MILLIS, this.#retryMillis * 2);
    }
  }
}
