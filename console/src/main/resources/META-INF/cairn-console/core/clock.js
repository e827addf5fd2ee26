/** The time of day at the application: the clock of the viewer's machine may be wrong, and all times that are shown are the application's. */

const SECOND = 1_000;
let offset = 0;

/** Milliseconds since 1970. */
export function now() {
  return Date.now() + offset;
}

/**
 * Corrects the clock by an answer of the application, as little as the answer demands.
 * @param {string|null} date the `Date` header, which has no fractions of a second
 * @param {number} sentAt when the request was sent, by the clock of this machine
 */
export function setClock(date, sentAt) {
  const answered = Date.parse(date ?? '');
  if (!Number.isNaN(answered)) {
    // The answer was made between the request and now.
    offset = Math.min(Math.max(offset, answered - Date.now()), answered + SECOND - sentAt);
  }
}
