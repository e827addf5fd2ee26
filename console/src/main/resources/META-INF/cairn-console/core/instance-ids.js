const LENGTH = 26;
/** Crockford's base 32. The first digit belongs to a time, or marks a hash of an idempotency key (K) or of an effect (C). */
const SHAPE = new RegExp(`^[0-7CK][0-9A-HJKMNP-TV-Z]{${LENGTH - 1}}$`);

/** True if a text has the form of an instance id. */
export function isInstanceId(text) {
  return SHAPE.test(text);
}

/** Problem details for texts that are not ids; undefined if all may be. */
export function idProblem(...ids) {
  const wrong = ids.find(id => !isInstanceId(id));
  return wrong === undefined ? undefined : {
    status: 404, detail: `${wrong.length > 2 * LENGTH ? `${wrong.slice(0, 2 * LENGTH)}…` : wrong} is not the id of an instance: that has ${LENGTH} digits and capital letters.`,
  };
}
