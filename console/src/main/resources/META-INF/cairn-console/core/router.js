/**
 * Routes are in the fragment of the address, so a server needs no rule for them: `#/instances/01J…?task=/do/0/pay`.
 * A route is `{path, segments, params}`: the text behind `#/` up to `?`, its decoded segments, and a plain object of parameters.
 */

/** The route of the address that is shown. */
function currentRoute() {
  const [path, query = ''] = splitOnce(location.hash.replace(/^#\/?/, ''), '?');
  return {
    path,
    segments: path.split('/').filter(Boolean).map(decode),
    params: paramsOf(new URLSearchParams(query)),
  };
}

/** Joins the values of a repeated parameter with commas: `status=running&status=waiting`. */
function paramsOf(query) {
  return Object.fromEntries([...new Set(query.keys())].map(name => [name, query.getAll(name).join(',')]));
}

/**
 * The address of a route, for `href`.
 * @param {string|string[]} path segments, or a text if no segment has a slash
 * @param {object} params parameters that are null, undefined, false or empty are left out
 */
export function link(path, params = {}) {
  return `#/${encodePath(path)}${encodeParams(params)}`;
}

/** Goes to another route. The back button of the browser returns. */
export function navigate(path, params = {}) {
  location.hash = link(path, params);
}

/** Puts other parameters into the address of the route that is shown, without an entry in the history of the browser. */
export function replace(params) {
  const target = `#/${currentRoute().path}${encodeParams(params)}`;
  if (target !== location.hash) {
    history.replaceState(history.state, '', target);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

let entries = 0;
/** Entries of an earlier load of the page may have the same numbers. */
const LOADED_AT = Date.now();

/** A name for the entry of the browser's history that is shown: the same when the viewer comes back to it. */
export function historyEntry() {
  const known = history.state?.cairnEntry;
  if (known) {
    return known;
  }
  const entry = `${LOADED_AT}-${++entries}`;
  history.replaceState({ ...history.state, cairnEntry: entry }, '');
  return entry;
}

/** Calls `onRoute` with each route that is gone to, and with the present one at once. */
export function watchRoute(onRoute) {
  const listener = () => onRoute(currentRoute());
  window.addEventListener('hashchange', listener);
  listener();
  return { close: () => window.removeEventListener('hashchange', listener) };
}

export function encodePath(path) {
  const segments = Array.isArray(path) ? path : path.split('/').filter(Boolean);
  // A colon is legal in a path, and names of workflows have one.
  return segments.map(segment => encodeURIComponent(segment).replaceAll('%3A', ':')).join('/');
}

export function encodeParams(params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== false && one !== '') {
        query.append(name, one);
      }
    }
  }
  // A comma is legal in a query, and lists are easier to read with it.
  const text = query.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Decodes a segment. A typed address may be malformed; its segments stay as they are. */
function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
