import { isOmitted } from '../core/run-values.js';
import { equalValues } from '../parts/value-differences.js';
import { keyOf } from './run-history.js';

/**
 * The runs of two instances, in one order: runs of the same task with the same number beside each other.
 *
 * @return [{left, right, what, unknown}]; a side may be missing, `what` names the differing values, `unknown` the omitted values
 */
export function alignRuns(left, right) {
  const others = new Map(right.map(run => [keyOf(run), run]));
  const known = new Set(left.map(keyOf));
  const pairs = [];
  let at = 0;
  // Runs that only the second instance has keep their place among the runs of the second.
  const addUnknown = end => {
    while (at < end) {
      if (!known.has(keyOf(right[at]))) {
        pairs.push(pair(undefined, right[at]));
      }
      at++;
    }
  };
  for (const run of left) {
    const other = others.get(keyOf(run));
    if (other) {
      addUnknown(other.index);
    }
    pairs.push(pair(run, other));
  }
  addUnknown(right.length);
  return pairs;
}

function pair(left, right) {
  return recompare({ left, right });
}

/** Compares a pair. Fetching omitted values repeats the comparison. `unknown` names the values that are still missing. */
export function recompare(pair) {
  const { left, right } = pair;
  pair.what = differing(left, right);
  pair.unknown = left && right ? ['input', 'output'].filter(name => isOmitted(left, name) || isOmitted(right, name)) : [];
  return pair;
}

/**
 * The index of the pair that differed first while both ran, or -1: inputs differ when a task begins, all else when it ends. A task around
 * others begins before them and ends after them, so a difference within it comes first.
 */
export function firstDifference(pairs) {
  const differing = pairs.map((each, index) => ({ index, step: each.what.length ? stepOf(each) : Infinity })).filter(({ step }) => step < Infinity);
  return differing.reduce((first, each) => each.step < first.step ? each : first, { index: -1, step: Infinity }).index;
}

function stepOf({ left, right, what }) {
  const run = left ?? right;
  return !left || !right || what.includes('input') ? run.startStep : Math.min(left.endStep ?? Number.MAX_SAFE_INTEGER, right.endStep ?? Number.MAX_SAFE_INTEGER);
}

function differing(left, right) {
  if (!left || !right) {
    return [left ? 'only the first ran it' : 'only the second ran it'];
  }
  const what = [];
  if (left.status !== right.status) {
    what.push('status');
  }
  for (const name of ['input', 'output', 'error']) {
    // A value that is left out on one side may be equal all the same.
    if (!isOmitted(left, name) && !isOmitted(right, name) && !equalValues(left[name], right[name])) {
      what.push(name);
    }
  }
  return what;
}
