/** Texts for times, numbers and ids, in the viewer's language and zone. */

import { now } from './clock.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const exact = new Intl.DateTimeFormat(undefined, {
  month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3,
});
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const number = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** False for a text that is no time. A typed address may have any text for a time; the page shows this text unchanged. */
function isTime(value) {
  return Boolean(value) && !Number.isNaN(new Date(value).getTime());
}

/** Date and time of day in the viewer's zone. */
export function formatTime(value) {
  return isTime(value) ? dateTime.format(new Date(value)) : value ?? '';
}

/** The same to the millisecond, without the year: entries of a journal follow each other closely. */
export function formatMillis(value) {
  return isTime(value) ? exact.format(new Date(value)) : value ?? '';
}

/** The time of day; date and time for another day than today. */
export function formatClock(value) {
  return isTime(value) && new Date(value).toDateString() === new Date(now()).toDateString() ? time.format(new Date(value)) : formatTime(value);
}

/** The same in UTC, to the millisecond, for titles. */
export function formatUtc(value) {
  return isTime(value) ? new Date(value).toISOString().replace('T', ' ').replace('Z', ' UTC') : value ?? '';
}

/** A time relative to now: `3 min. ago`, `in 2 hr.`. */
export function formatRelative(value, at = now()) {
  if (!isTime(value)) {
    return value ?? '';
  }
  const distance = new Date(value).getTime() - at;
  const size = Math.abs(distance);
  if (size < 5 * SECOND) {
    return distance > 0 ? 'in a moment' : 'just now';
  }
  const [unit, millis] = size < MINUTE ? ['second', SECOND] : size < HOUR ? ['minute', MINUTE] : size < DAY ? ['hour', HOUR] : ['day', DAY];
  return relative.format(Math.trunc(distance / millis), unit);
}

/** A duration in at most two units: `3 ms`, `4.2 s`, `2 h 5 min`. */
export function formatDuration(millis) {
  if (millis === null || millis === undefined || Number.isNaN(millis)) {
    return '';
  }
  if (millis < SECOND) {
    // The clocks of two machines differ a little.
    return `${Math.max(0, Math.round(millis))} ms`;
  }
  if (millis < 10 * SECOND) {
    return `${(millis / SECOND).toFixed(1)} s`;
  }
  if (millis < MINUTE) {
    return `${Math.floor(millis / SECOND)} s`;
  }
  const [big, bigUnit, small, smallUnit] = millis < HOUR ? [MINUTE, 'min', SECOND, 's']
    : millis < DAY ? [HOUR, 'h', MINUTE, 'min'] : [DAY, 'd', HOUR, 'h'];
  const rest = Math.floor(millis % big / small);
  return `${Math.floor(millis / big)} ${bigUnit}${rest ? ` ${rest} ${smallUnit}` : ''}`;
}

export function formatNumber(value) {
  return number.format(value);
}

/** A number with its noun: `1 instance`, `1,200 instances`. */
export function counted(value, noun) {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A number in about four characters: `12.3K`. */
export function formatCompact(value) {
  return compact.format(value);
}

export function formatBytes(bytes) {
  return bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/**
 * A text with its characters that change the direction of writing made visible, such as `\u202e`: otherwise `exe.gpj` can look like `jpg.exe`.
 * Letters that are written from right to left stay as they are.
 */
export function withVisibleControls(text) {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, control => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The end of an id, which differs most between instances that were started one after another. */
export function shortId(id) {
  return id && id.length > 12 ? `…${id.slice(-8)}` : id ?? '';
}

/** `orders` of `shop:orders`. */
export function localName(workflow) {
  return workflow.slice(workflow.indexOf(':') + 1);
}

/** The last segment of a task's reference that is a name: `pay` of `/do/0/pay`. */
export function taskName(reference) {
  const last = (reference ?? '').split('/').pop();
  return last.replaceAll('~1', '/').replaceAll('~0', '~');
}
