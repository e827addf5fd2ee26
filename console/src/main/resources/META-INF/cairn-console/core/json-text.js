/** JSON as text: what people type is sent digit by digit, also where its numbers are longer than this language has. */

/**
 * The text of an object.
 * @param {object} members as values; those that are undefined are left out
 * @param {object} texts further members as JSON texts; those that are undefined are left out
 */
export function objectText(members, texts) {
  const pairs = [
    ...Object.entries(members).filter(([, value]) => value !== undefined).map(([name, value]) => [name, JSON.stringify(value)]),
    ...Object.entries(texts).filter(([, text]) => text !== undefined),
  ];
  return `{${pairs.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** Whether a value that was read has a number that may have had more digits. */
export function mayBeRounded(value) {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? !Number.isSafeInteger(value) : String(value).replace(/\D/g, '').length > 15;
  }
  return value !== null && typeof value === 'object' && Object.values(value).some(mayBeRounded);
}
