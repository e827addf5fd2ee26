/** Kinds of tasks that do nothing themselves while time passes. */
const IDLE_KINDS = new Set(['wait', 'listen', 'run']);
/** A pause longer than this part of the busy time is folded to it. */
const FOLDED_PART = 0.15;
const MIN_FOLDED_MILLIS = 40;
/** Ticks that fit an axis of 1,000 pixels. */
const MAX_TICKS = 8;

/**
 * A time axis on which long pauses are short: `fraction` maps a time to 0…1, piecewise linear and monotone. Only pauses are folded, when no
 * task does something but wait; bars of calls stay to scale with each other.
 */
export class TimeScale {
  /**
   * @param runs leaf runs have no `children`
   * @param now end of what runs still, milliseconds
   */
  constructor(runs, now) {
    const { from, to, busy } = busyTimes(runs, now);
    this.from = from;
    this.to = to;
    this.segments = segments(from, to, busy);
    this.length = this.segments.reduce((sum, segment) => sum + segment.shown, 0) || 1;
  }

  /** Where a time is on the axis, 0 to 1. */
  fraction(millis) {
    const at = Math.min(Math.max(millis, this.from), this.to);
    const segment = this.#segment(each => each.to >= at);
    const length = segment.to - segment.from;
    return (segment.start + (length ? ((at - segment.from) / length) * segment.shown : 0)) / this.length;
  }

  /** The time at a place of the axis. */
  time(fraction) {
    const at = fraction * this.length;
    const segment = this.#segment(each => each.start + each.shown >= at);
    const part = segment.shown ? (at - segment.start) / segment.shown : 0;
    return segment.from + Math.min(1, Math.max(0, part)) * (segment.to - segment.from);
  }

  #segment(test) {
    let low = 0;
    let high = this.segments.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (test(this.segments[middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return this.segments[low];
  }

  /** The pauses that are folded: {from, to} as fractions, and their true length. */
  folds() {
    return this.segments.filter(segment => segment.folded).map(segment => ({
      from: segment.start / this.length,
      to: (segment.start + segment.shown) / this.length,
      millis: segment.to - segment.from,
    }));
  }

  /** Round times between two places of the axis: [{at, millis}], millis since the beginning. */
  ticks(from, to) {
    const visible = (to - from) * this.length;
    const size = step(visible / MAX_TICKS);
    const ticks = [];
    for (const segment of this.segments) {
      if (segment.folded || ticks.length > 4 * MAX_TICKS) {
        continue;
      }
      const first = Math.ceil((segment.from - this.from) / size) * size;
      const begin = Math.max(first, Math.floor((this.time(from) - this.from) / size) * size);
      for (let millis = begin; millis <= segment.to - this.from; millis += size) {
        const at = this.fraction(this.from + millis);
        if (at > to) {
          break;
        }
        if (at >= from && this.from + millis >= segment.from) {
          ticks.push({ at, millis });
        }
      }
    }
    return spread(ticks, (to - from) / (2 * MAX_TICKS));
  }
}

/** Ticks of neighbouring segments may stand too close together to be read. */
function spread(ticks, least) {
  let last = -Infinity;
  return ticks.filter(tick => {
    const shown = tick.at - last >= least;
    last = shown ? tick.at : last;
    return shown;
  });
}

function step(millis) {
  const bases = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5, 216e5, 432e5, 864e5];
  return bases.find(base => base >= millis) ?? Math.ceil(millis / 864e5) * 864e5;
}

function busyTimes(runs, now) {
  let from = Infinity;
  let to = -Infinity;
  const busy = [];
  for (const run of runs) {
    const start = Date.parse(run.startedAt);
    const end = run.endedAt ? Date.parse(run.endedAt) : Math.max(now, start);
    from = Math.min(from, start);
    to = Math.max(to, end);
    if (!IDLE_KINDS.has(run.kind) && run.children.length === 0) {
      busy.push([start, end]);
    }
  }
  if (from > to) {
    return { from: 0, to: 1, busy };
  }
  return { from, to: Math.max(to, from + 1), busy: merged(busy) };
}

function merged(intervals) {
  const result = [];
  intervals.sort((one, other) => one[0] - other[0]);
  for (const [from, to] of intervals) {
    const last = result.at(-1);
    if (last && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      result.push([from, to]);
    }
  }
  return result;
}

function segments(from, to, busy) {
  const total = busy.reduce((sum, [start, end]) => sum + end - start, 0);
  const longest = Math.max(total * FOLDED_PART, MIN_FOLDED_MILLIS);
  const result = [];
  let start = 0;
  const add = (begin, end, folds) => {
    if (end > begin) {
      const folded = folds && total > 0 && end - begin > 2 * longest;
      const shown = folded ? longest : end - begin;
      result.push({ from: begin, to: end, start, shown, folded });
      start += shown;
    }
  };
  let at = from;
  for (const [begin, end] of busy) {
    add(at, begin, true);
    add(begin, end, false);
    at = Math.max(at, end);
  }
  add(at, to, true);
  return result.length ? result : [{ from, to, start: 0, shown: Math.max(1, to - from), folded: false }];
}
