import { setClock } from './clock.js';
import { parseJson } from './exact-json.js';
import { encodeParams, encodePath } from './router.js';

/** The problem details (RFC 9457) of a refused or failed request. The status is 0 if no answer arrived. */
export class Problem extends Error {
  /** @param {object} details problem details */
  constructor(details) {
    super(details.detail || details.title || `Status ${details.status}`);
    this.name = 'Problem';
    this.status = details.status ?? 0;
    this.code = details.code;
    this.title = details.title;
    this.detail = details.detail;
    /** Faults of the body: `[{pointer, message}]`. */
    this.errors = details.errors ?? [];
    this.pointer = details.pointer ?? this.errors[0]?.pointer;
    this.retryAfter = details.retryAfter;
  }

  /** Makes a problem of anything that was thrown. */
  static of(failure) {
    return failure instanceof Problem ? failure : new Problem({ title: 'The page failed', detail: String(failure?.message ?? failure) });
  }
}

/** True if the page itself has aborted the request. */
export function isAbort(failure) {
  return failure?.name === 'AbortError';
}

/**
 * Asks the management API by HTTP. Paths are below `/api/v1`: `instances/01J…/history`, or an array of segments.
 * All methods reject with a {@link Problem}, or with an `AbortError` if the signal they were given is aborted.
 */
export class HttpSource {
  /** @param {string|URL} root address of `/api/v1/`, with the slash at its end */
  constructor(root = new URL('api/v1/', document.baseURI)) {
    this.root = root;
  }

  get(path, params = {}, { signal } = {}) {
    return this.#ask(path, params, { signal });
  }

  post(path, body = {}, { signal } = {}) {
    return this.#ask(path, {}, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });
  }

  remove(path) {
    return this.#ask(path, {}, { method: 'DELETE' });
  }

  /** The address of a download, for `href`; null if the source has no addresses. */
  address(path, params = {}) {
    return String(new URL(encodePath(path) + encodeParams(params), this.root));
  }

  /**
   * Watches changes until it is closed. A broken connection reopens by itself.
   * @param {{workflow?: string, instance?: string, tasks?: boolean}} filter
   * @param {function(object)} onChange gets each change; `change.of` is `instance` or `task`
   * @param {function(string, object=)} onState `open`; `reset`, when changes were missed: read again; `closed`, while there is no
   *   connection; `dropped`, when this page was too slow; `refused` (`{status}`), when the viewer may not watch this or there is nothing to watch:
   *   then it does not come back
   */
  changes(filter, onChange, onState) {
    return new ChangeStream(this.address('changes', filter), onChange, onState);
  }

  async #ask(path, params, options) {
    const sentAt = Date.now();
    let response;
    let text;
    try {
      response = await fetch(this.address(path, params), {
        ...options, ...UNFOLLOWED, credentials: 'same-origin', cache: 'no-store', headers: { accept: 'application/json', ...options.headers },
      });
      setClock(response.headers.get('date'), sentAt);
      // The connection may break before the end of the body.
      text = await response.text();
    } catch (failure) {
      if (isAbort(failure)) {
        throw failure;
      }
      throw new Problem({ status: 0, title: 'The application does not answer', detail: 'It may be stopped, or the network is down.' });
    }
    const content = contentOf(text, response);
    if (!response.ok) {
      throw new Problem({
        title: response.statusText, ...content, status: statusOf(response), retryAfter: Number(response.headers.get('retry-after')) || undefined,
      });
    }
    return content;
  }
}

/** The policy of the page permits no request to another host, where the login page may be: a followed redirect would fail without a reason. */
const UNFOLLOWED = { redirect: 'manual' };

/** The status of an answer. The API answers no redirects, so a redirect leads to a login page and means the same as 401. */
function statusOf(response) {
  return response.type === 'opaqueredirect' ? 401 : response.status;
}

function contentOf(text, response) {
  try {
    return text ? parseJson(text) : {};
  } catch {
    // A proxy may answer with a page of its own.
    return { title: response.ok ? 'The answer is not JSON' : response.statusText };
  }
}

const MIN_RETRY_MILLIS = 1_000;
const MAX_RETRY_MILLIS = 15_000;
/** Statuses that stay the same when the request is repeated. */
const REFUSALS = [401, 403, 404];

/**
 * A stream of server-sent events. After a broken connection, a browser reconnects by itself and sends the id of its last event. It gives up
 * after an answer that is no stream, such as the 503 of an application that starts. Then this class opens a new connection, and changes were
 * missed. The browser does not tell the status, so this class requests the address once more. After a permanent refusal it stops.
 */
class ChangeStream {
  #retryMillis = MIN_RETRY_MILLIS;
  #wasOpen = false;

  constructor(address, onChange, onState) {
    this.address = address;
    this.onChange = onChange;
    this.onState = onState;
    this.#connect();
  }

  close() {
    clearTimeout(this.timer);
    this.isClosed = true;
    this.asking?.abort();
    this.events?.close();
    this.events = null;
  }

  #connect() {
    const events = new EventSource(this.address);
    this.events = events;
    events.onopen = () => {
      this.#retryMillis = MIN_RETRY_MILLIS;
      this.onState('open');
      if (this.anew && this.#wasOpen) {
        this.onState('reset', { reason: 'reconnected' });
      }
      this.anew = false;
      this.#wasOpen = true;
    };
    events.onerror = () => {
      this.onState('closed');
      if (events.readyState === EventSource.CLOSED) {
        this.#askStatus();
      }
    };
    for (const of of ['instance', 'task']) {
      events.addEventListener(of, event => this.onChange({ of, ...JSON.parse(event.data) }));
    }
    events.addEventListener('reset', event => this.onState('reset', JSON.parse(event.data || '{}')));
    for (const state of ['dropped', 'closed']) {
      events.addEventListener(state, event => {
        this.onState(state, JSON.parse(event.data || '{}'));
        this.#again();
      });
    }
  }

  async #askStatus() {
    const asking = new AbortController();
    this.asking = asking;
    const timer = setTimeout(() => asking.abort(), MAX_RETRY_MILLIS);
    const status = await fetch(this.address, { ...UNFOLLOWED, signal: asking.signal, cache: 'no-store', headers: { accept: 'text/event-stream' } })
      .then(statusOf, () => 0);
    clearTimeout(timer);
    // It may be a stream by now.
    asking.abort();
    if (this.isClosed) {
      return;
    }
    if (REFUSALS.includes(status)) {
      this.events?.close();
      this.onState('refused', { status });
    } else {
      this.#again();
    }
  }

  #again() {
    this.events?.close();
    this.anew = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#connect(), this.#retryMillis * (0.75 + Math.random() / 2));
    this.#retryMillis = Math.min(MAX_RETRY_MILLIS, this.#retryMillis * 2);
  }
}
