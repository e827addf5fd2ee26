/** More significant digits than these a number of JavaScript does not keep in any case. */
const EXACT_DIGITS = 15;
/** Texts without such a run of digits need no closer look, which takes several times as long. */
const LONG_NUMBER = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/** A number that JavaScript cannot hold. It keeps its digits, and `JSON.stringify` writes them as they were. */
export class ExactNumber {
  constructor(text) {
    this.text = text;
  }

  toJSON() {
    return typeof JSON.rawJSON === 'function' ? JSON.rawJSON(this.text) : Number(this.text);
  }

  toString() {
    return this.text;
  }
}

/** What somebody types as a number, with all its digits: `1.0` stays so while `1.05` is typed. Undefined if it is no number of JSON. */
export function typedNumber(text) {
  const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
  return number === undefined || String(number) === text ? number : new ExactNumber(text);
}

/** As `JSON.parse`, and loses no digits of long numbers where the browser lets it see them. */
export function parseJson(text) {
  return typeof JSON.rawJSON === 'function' && LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
}

function exactly(key, value, context) {
  if (typeof value !== 'number' || String(value) === context.source) {
    return value;
  }
  const digits = context.source.replace(/[eE].*$/, '').replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length > EXACT_DIGITS || !Number.isFinite(value) ? new ExactNumber(context.source) : value;
}
