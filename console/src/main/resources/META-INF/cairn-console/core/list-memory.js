/** Maximum number of kept lists. Each belongs to one entry of the browser's history; the oldest is dropped first. */
const MAX_LISTS = 10;

const lists = new Map();

/**
 * Keeps a list that is left, for the viewer who comes back to it. The key is the entry in the browser's history, so a link to the same
 * address begins the list anew.
 */
export function keepList(entry, list) {
  lists.delete(entry);
  lists.set(entry, list);
  if (lists.size > MAX_LISTS) {
    lists.delete(lists.keys().next().value);
  }
}

/** The list of an entry as it was when it was left; undefined if there is none. */
export function keptList(entry) {
  return lists.get(entry);
}
