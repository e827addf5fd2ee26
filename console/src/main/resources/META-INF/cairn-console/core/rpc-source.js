import { encodePath } from './router.js';
import { Problem } from './source.js';

const RETRY_MILLIS = 2_000;

/**
 * Asks the management API by the JSON-RPC of the Dev UI. As {@link HttpSource}, but for addresses: nothing can be downloaded from here.
 */
export class RpcSource {
  /** @param jsonRpc the JSON-RPC of the Dev UI for the extension of Cairn */
  constructor(jsonRpc) {
    this.jsonRpc = jsonRpc;
  }

  get(path, params = {}, { signal } = {}) {
    return this.#ask('GET', path, params, '', signal);
  }

  /** @param {object|string} body a text is sent as it is: JSON in which numbers are longer than this language has */
  post(path, body = {}, { signal } = {}) {
    return this.#ask('POST', path, {}, typeof body === 'string' ? body : JSON.stringify(body), signal);
  }

  remove(path) {
    return this.#ask('DELETE', path, {}, '');
  }

  address() {
    return null;
  }

  changes(filter, onChange, onState) {
    return new RpcStream(this.jsonRpc, filter, onChange, onState);
  }

  async #ask(method, path, params, body, signal) {
    const { result } = await this.jsonRpc.request({ method, path: `/${encodePath(path)}`, query: JSON.stringify(texts(params)), body });
    // The answer comes all the same; who has given the request up must not see it.
    signal?.throwIfAborted();
    const answer = JSON.parse(result);
    if (answer.status >= 400) {
      throw new Problem({ ...answer.body, status: answer.status });
    }
    return answer.body;
  }
}

function texts(params) {
  const known = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}

/** Changes as they happen. When the stream ends, such as with a reload of the application, another one begins and changes were missed. */
class RpcStream {
  constructor(jsonRpc, filter, onChange, onState) {
    this.jsonRpc = jsonRpc;
    this.filter = filter;
    this.onChange = onChange;
    this.onState = onState;
    this.#subscribe(false);
  }

  close() {
    clearTimeout(this.timer);
    this.subscription?.cancel();
    this.subscription = null;
    this.closed = true;
  }

  #subscribe(again) {
    const { workflow, instance, tasks } = this.filter ?? {};
    this.subscription = this.jsonRpc.changes({ workflow: workflow ?? '', instance: instance ?? '', tasks: String(!!tasks) })
      .onNext(({ result }) => this.#take(JSON.parse(result)))
      .onError(() => this.#again());
    this.onState('open');
    if (again) {
      this.onState('reset', { reason: 'reconnected' });
    }
  }

  #take({ event, data }) {
    if (event === 'instance' || event === 'task') {
      this.onChange({ of: event, ...data });
    } else {
      this.onState(event, data);
      if (event !== 'reset') {
        this.#again();
      }
    }
  }

  #again() {
    if (this.closed) {
      return;
    }
    this.onState('closed');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#subscribe(true), RETRY_MILLIS);
  }
}
