/** Formats of texts that a JSON Schema can name. Other formats permit every text. */

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const DURATION = /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const FORMATS = {
  date: { fits: isDate, name: 'a date', example: '2026-01-31' },
  time: { fits: text => TIME.test(text), name: 'a time of day with its zone', example: '12:00:00Z' },
  'date-time': { fits: isDateTime, name: 'a time with its zone', example: '2026-01-31T12:00:00Z' },
  duration: { fits: text => DURATION.test(text), name: 'a duration', example: 'PT5M' },
  email: { fits: text => EMAIL.test(text), name: 'an e-mail address', example: 'ada@example.com' },
  uri: { fits: isUri, name: 'an absolute URI', example: 'https://example.com' },
  uuid: { fits: text => UUID.test(text), name: 'a UUID', example: '00000000-0000-0000-0000-000000000000' },
};

/** Checks a text by a format. Returns a message, or undefined if the text fits or the format is not known. */
export function wrongFormat(format, text) {
  const known = formatOf(format);
  return known && !known.fits(text) ? `has to be ${known.name}, such as ${known.example}` : undefined;
}

/** A text of a format; undefined if the format is not known. */
export function exampleOf(format) {
  return formatOf(format)?.example;
}

function formatOf(format) {
  return Object.hasOwn(FORMATS, format ?? '') ? FORMATS[format] : undefined;
}

/** A date of the calendar: not the 30th of February. */
export function isDate(text) {
  const millis = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text);
}

function isDateTime(text) {
  return text[10]?.toUpperCase() === 'T' && isDate(text.slice(0, 10)) && TIME.test(text.slice(11));
}

function isUri(text) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
