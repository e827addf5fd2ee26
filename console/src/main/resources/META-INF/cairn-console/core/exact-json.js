/** JSON whose numbers keep all their digits, even if a number of JavaScript cannot hold them. Needs a browser with `JSON.rawJSON`. */

/** Significant digits that a number of JavaScript always keeps. */
const EXACT_DIGITS = 15;
/** Texts without such a number are read by `JSON.parse` alone: a check of each number takes several times as long. */
const LONG_NUMBER = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const isSupported = typeof JSON.rawJSON === 'function';

/** A number that JavaScript cannot hold. It keeps its digits, and `JSON.stringify` writes them as they were. */
export class ExactNumber {
  constructor(text) {
    this.text = text;
  }

  toJSON() {
    return isSupported ? JSON.rawJSON(this.text) : Number(this.text);
  }

  toString() {
    return this.text;
  }

  /** The number of JavaScript if it holds all digits; otherwise this object. */
  simplified() {
    const number = Number(this.text);
    return isLong(number, this.text) ? this : number;
  }
}

/** The type of a JSON value: `object`, `array`, `string`, `number`, `boolean` or `null`. */
export function typeOf(value) {
  return value === null ? 'null' : value instanceof ExactNumber ? 'number' : Array.isArray(value) ? 'array' : typeof value;
}

/** Reads an answer as `JSON.parse` does. A number is an {@link ExactNumber} if JavaScript would lose digits of it. */
export function parseJson(text) {
  return isSupported && LONG_NUMBER.test(text) ? JSON.parse(text, (key, value, { source }) => exact(value, source, isLong)) : JSON.parse(text);
}

/** Reads JSON that the viewer typed. Each number stays as it was typed: `1.0` is not sent as `1`. */
export function parseTyped(text) {
  return isSupported ? JSON.parse(text, (key, value, { source }) => exact(value, source, () => true)) : JSON.parse(text);
}

/** Reads one typed number, with all its digits: `1.0` stays as it is while `1.05` is typed. Undefined if the text is not a number of JSON. */
export function typedNumber(text) {
  const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
  return number === undefined ? undefined : exact(number, text, () => true);
}

/** True if a value that was read has a number that may have had more digits. */
export function mayBeRounded(value) {
  if (isSupported || value === null || typeof value !== 'number' && typeof value !== 'object') {
    return false;
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? !Number.isSafeInteger(value) : String(value).replace(/\D/g, '').length > EXACT_DIGITS;
  }
  return Object.values(value).some(mayBeRounded);
}

function exact(value, source, isKept) {
  return typeof value === 'number' && String(value) !== source && isKept(value, source) ? new ExactNumber(source) : value;
}

function isLong(value, source) {
  const digits = source.replace(/[eE].*$/, '').replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length > EXACT_DIGITS || !Number.isFinite(value);
}
