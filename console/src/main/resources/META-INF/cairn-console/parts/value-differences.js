import { ExactNumber } from '../core/exact-json.js';
import { isContainer, membersOf, pointerOf } from './value-rows.js';

/** Comparisons after which larger parts are only marked as changed: the browser must stay responsive. */
const MAX_COMPARED = 200_000;

/** True if two JSON values are equal; the order of the members of objects does not matter. */
export function equalValues(one, other) {
  if (one === other) {
    return true;
  }
  if (one instanceof ExactNumber && other instanceof ExactNumber) {
    return one.text === other.text;
  }
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
    return false;
  }
  const members = membersOf(one);
  return members.length === (Array.isArray(other) ? other.length : Object.keys(other).length)
    && members.every(([key, value]) => Object.hasOwn(other, key) && equalValues(value, other[key]));
}

/**
 * The differences between two JSON values, as rows of a tree: [{keys, pointer, depth, change, before, after, count}]. `change` is `added`, `removed`,
 * `changed`, `inside` (a container with differences inside) or `same` (`count` members in succession that are equal).
 */
export function differences(before, after) {
  const compared = { rows: [], budget: MAX_COMPARED };
  compare(compared, [], before, after);
  return compared.rows;
}

function compare(compared, keys, before, after) {
  compared.budget--;
  const row = { keys, pointer: pointerOf(keys), depth: keys.length };
  if (before === undefined || after === undefined) {
    compared.rows.push({ ...row, change: before === undefined ? 'added' : 'removed', before, after });
  } else if (equalValues(before, after)) {
    compared.rows.push({ ...row, change: 'same', before, after, count: 1 });
  } else if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after) || compared.budget < 0) {
    compared.rows.push({ ...row, change: 'changed', before, after });
  } else {
    compared.rows.push({ ...row, change: 'inside', before, after });
    for (const [key, left, right] of Array.isArray(before) ? itemPairs(before, after) : memberPairs(before, after)) {
      member(compared, [...keys, key], left, right);
    }
  }
}

/** Equal members in succession are one row. */
function member(compared, keys, before, after) {
  const last = compared.rows.at(-1);
  if (before !== undefined && after !== undefined && equalValues(before, after) && last.change === 'same' && last.depth === keys.length) {
    last.count++;
  } else {
    compare(compared, keys, before, after);
  }
}

function memberPairs(before, after) {
  const names = [...Object.keys(before), ...Object.keys(after).filter(name => !Object.hasOwn(before, name))];
  return names.map(name => [name, own(before, name), own(after, name)]);
}

function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Items by their places, after equal ones at the beginning and at the end were set aside: an item in the middle does not make all others differ. */
function itemPairs(before, after) {
  let first = 0;
  const shorter = Math.min(before.length, after.length);
  while (first < shorter && equalValues(before[first], after[first])) {
    first++;
  }
  let last = 0;
  while (last < shorter - first && equalValues(before.at(-1 - last), after.at(-1 - last))) {
    last++;
  }
  const pairs = [];
  for (let at = 0; at < first; at++) {
    pairs.push([at, before[at], after[at]]);
  }
  const longer = Math.max(before.length, after.length) - last;
  for (let at = first; at < longer; at++) {
    pairs.push([at, at < before.length - last ? before[at] : undefined, at < after.length - last ? after[at] : undefined]);
  }
  for (let at = last; at > 0; at--) {
    pairs.push([after.length - at, before.at(-at), after.at(-at)]);
  }
  return pairs;
}
