/**
 * Components that watch the same changes share one connection: browsers open few of them to a host. A hidden page closes its connections
 * after this time. When it is visible again, its components read everything anew.
 */
const HIDDEN_MILLIS = 20_000;

const hubs = new WeakMap();

/**
 * The connections of a source, and their state: `connecting`, `open`, `closed`, `refused`, `logged-out` or `idle`. It sends `state` when that
 * changes. A viewer who was logged out may log in in another tab, so connections reopen when this tab has the focus again.
 */
export function liveOf(source) {
  if (!hubs.has(source)) {
    hubs.set(source, new LiveHub(source));
  }
  return hubs.get(source);
}

class LiveHub extends EventTarget {
  #streams = new Map();
  state = 'idle';

  constructor(source) {
    super();
    this.source = source;
    document.addEventListener('visibilitychange', () => this.#visible(!document.hidden));
    window.addEventListener('focus', () => this.#reopen(stream => stream.state === 'logged-out', 'logged-in'));
  }

  /**
   * Watches changes.
   * @param {object} filter as for `source.changes`
   * @param {{change: function(object), reset: function(object)=, open: function()=}} listener `reset` is called after missed changes,
   *   `open` at once if the connection is open, and each time it opens again
   */
  watch(filter, listener) {
    const key = JSON.stringify([filter.workflow ?? '', filter.instance ?? '', Boolean(filter.tasks)]);
    const stream = this.#streams.get(key) ?? { filter, listeners: new Set(), state: 'connecting' };
    this.#streams.set(key, stream);
    stream.listeners.add(listener);
    if (stream.state === 'open') {
      queueMicrotask(() => stream.listeners.has(listener) && listener.open?.());
    }
    this.#open(stream);
    return {
      close: () => {
        stream.listeners.delete(listener);
        if (stream.listeners.size === 0) {
          stream.connection?.close();
          this.#streams.delete(key);
          this.#tell();
        }
      },
    };
  }

  #open(stream) {
    if (stream.connection || document.hidden && this.closedByHiding) {
      return;
    }
    stream.state = 'connecting';
    stream.connection = this.source.changes(stream.filter,
      change => stream.listeners.forEach(listener => listener.change(change)),
      (state, detail) => {
        if (state === 'reset') {
          stream.listeners.forEach(listener => listener.reset?.(detail));
        } else {
          stream.state = stateOf(state, detail);
          this.#tell();
          if (state === 'open') {
            stream.listeners.forEach(listener => listener.open?.());
          }
        }
      });
    this.#tell();
  }

  #visible(visible) {
    clearTimeout(this.hiding);
    if (!visible) {
      this.hiding = setTimeout(() => this.#closeAll(), HIDDEN_MILLIS);
    } else if (this.closedByHiding) {
      this.closedByHiding = false;
      this.#reopen(() => true, 'hidden');
    }
  }

  #reopen(isWanted, reason) {
    for (const stream of [...this.#streams.values()].filter(isWanted)) {
      stream.connection?.close();
      stream.connection = null;
      this.#open(stream);
      stream.listeners.forEach(listener => listener.reset?.({ reason }));
    }
  }

  #closeAll() {
    this.closedByHiding = true;
    for (const stream of this.#streams.values()) {
      stream.connection?.close();
      stream.connection = null;
    }
  }

  #tell() {
    const states = [...this.#streams.values()].map(stream => stream.state);
    const state = states.length === 0 ? 'idle' : ['logged-out', 'refused', 'closed', 'connecting', 'open'].find(one => states.includes(one));
    if (state !== this.state) {
      this.state = state;
      this.dispatchEvent(new Event('state'));
    }
  }
}

/** The state of a stream after a report of its connection. */
function stateOf(reported, detail) {
  if (reported === 'refused') {
    return detail?.status === 401 ? 'logged-out' : 'refused';
  }
  return reported === 'open' ? 'open' : 'closed';
}

/**
 * Keeps a component watching while it is shown.
 *
 *     #live = new LiveController(this, () => ({ instance: this.id }), { change: c => this.#apply(c), reset: () => this.#load() });
 *
 * The filter is asked for at each update; null watches nothing. The component has `source`.
 */
export class LiveController {
  constructor(host, filter, listener) {
    this.host = host;
    this.filter = filter;
    this.listener = listener;
    host.addController(this);
  }

  hostUpdated() {
    // An answer that comes after the page was left still updates its element; a stream opened then would never be closed.
    if (!this.host.isConnected) {
      return;
    }
    const filter = this.host.source ? this.filter() : null;
    const key = filter && JSON.stringify(filter);
    if (key !== this.key || this.source !== this.host.source) {
      this.hostDisconnected();
      this.key = key;
      this.source = this.host.source;
      this.watching = filter && liveOf(this.source).watch(filter, this.listener);
    }
  }

  hostConnected() {
    if (this.host.hasUpdated) {
      this.hostUpdated();
    }
  }

  hostDisconnected() {
    this.watching?.close();
    this.watching = null;
    this.key = undefined;
  }
}
