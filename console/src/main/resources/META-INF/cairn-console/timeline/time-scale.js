import { formatDuration } from '../core/format.js';
import { spansOf } from './run-history.js';

/** Kinds of tasks that do nothing themselves while time passes. */
const IDLE_KINDS = new Set(['wait', 'listen', 'run']);
/** A longer pause is folded to this part of the busy time. */
const FOLDED_PART = 0.15;
/** Bounds the length of all folded pauses together, as a part of the busy time. */
const ALL_FOLDED_PART = 0.6;
const MIN_FOLDED_MILLIS = 1;
/** Shorter pauses stay to scale. */
const MIN_PAUSE_MILLIS = 1_000;

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
    const times = busyTimes(runs, now);
    this.from = times.from;
    this.to = times.to;
    this.segments = segments(times);
    this.length = this.segments.reduce((sum, segment) => sum + segment.shown, 0) || 1;
  }

  /** The place on the axis at which a run begins, 0 to 1. */
  startOf(run) {
    return this.fraction(Date.parse(run.startedAt));
  }

  /** The place at which a run ends; 1 if it has not ended. */
  endOf(run) {
    return run.endedAt ? this.fraction(Date.parse(run.endedAt)) : 1;
  }

  /** The places between which a run was active: one pair for each retry by an operator. */
  spansOf(run) {
    return run.pauses.length ? spansOf(run, this.to).map(span => span.map(millis => this.fraction(millis))) : [[this.startOf(run), this.endOf(run)]];
  }

  /** The place of a time on the axis, 0 to 1. */
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

  /** Round times between two places of the axis, `most` or a few more: [{at, label}]. */
  ticks(from, to, most) {
    const visible = (to - from) * this.length;
    const size = step(visible / most);
    const ticks = [];
    for (const segment of this.segments) {
      if (segment.folded || ticks.length > 4 * most) {
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
    return spread(ticks, (to - from) / (1.4 * most)).map(({ at, millis }) => ({ at, label: millis === 0 ? '0' : `+${formatDuration(millis)}` }));
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

/** The times in which at least one task was busy. */
function busyTimes(runs, now) {
  let from = Infinity;
  let to = -Infinity;
  const busy = [];
  const points = new Set();
  for (const run of runs) {
    const start = Date.parse(run.startedAt);
    const end = run.endedAt ? Date.parse(run.endedAt) : Math.max(now, start);
    from = Math.min(from, start);
    to = Math.max(to, end);
    points.add(start).add(end);
    if (!IDLE_KINDS.has(run.kind) && run.children.length === 0) {
      for (const [begin, rest] of spansOf(run, end)) {
        points.add(begin).add(rest);
        busy.push([begin, rest]);
      }
    }
  }
  if (from > to) {
    return { from: 0, to: 1, pieces: [] };
  }
  return { from, to: Math.max(to, from + 1), pieces: pieces(merged(busy), [...points].sort((one, other) => one - other)) };
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

/** The time in order: [{from, to, isPause}]. A pause ends where any task begins or ends. */
function pieces(busy, points) {
  const result = [];
  let next = 0;
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]];
    while (next < busy.length && busy[next][1] <= from) {
      next++;
    }
    result.push({ from, to, isPause: !(next < busy.length && busy[next][0] <= from) });
  }
  return result;
}

function segments({ from, to, pieces: all }) {
  // Short pauses count as busy time.
  const total = all.filter(piece => !piece.isPause || piece.to - piece.from <= MIN_PAUSE_MILLIS).reduce((sum, piece) => sum + piece.to - piece.from, 0);
  const isLong = piece => piece.isPause && total > 0 && piece.to - piece.from > Math.max(MIN_PAUSE_MILLIS, 2 * total * FOLDED_PART);
  const longest = Math.max(total * Math.min(FOLDED_PART, ALL_FOLDED_PART / Math.max(1, all.filter(isLong).length)), MIN_FOLDED_MILLIS);
  const result = [];
  let start = 0;
  for (const piece of all) {
    const folded = isLong(piece);
    const last = result.at(-1);
    const shown = folded ? longest : piece.to - piece.from;
    if (last && !last.folded && !folded) {
      last.to = piece.to;
      last.shown += shown;
    } else {
      result.push({ from: piece.from, to: piece.to, start, shown, folded });
    }
    start += shown;
  }
  return result.length ? result : [{ from, to, start: 0, shown: Math.max(1, to - from), folded: false }];
}
