import { formatNumber } from '../core/format.js';

/**
 * An axis of steps instead of times, for tasks between which no time passes: each beginning and each end has the same room. It has the
 * methods of `TimeScale`.
 */
export class StepScale {
  constructor(lastStep) {
    this.last = Math.max(2, lastStep);
  }

  startOf(run) {
    return (run.startStep - 1) / (this.last - 1);
  }

  endOf(run) {
    return run.endStep ? (run.endStep - 1) / (this.last - 1) : 1;
  }

  /** Between a failure and a retry there is no step. */
  spansOf(run) {
    return [[this.startOf(run), this.endOf(run)]];
  }

  folds() {
    return [];
  }

  ticks(from, to, most) {
    const size = Math.max(1, roundUp(((to - from) * (this.last - 1)) / most));
    const ticks = [];
    for (let step = Math.max(size, Math.ceil((from * (this.last - 1) + 1) / size) * size); step <= this.last; step += size) {
      const at = (step - 1) / (this.last - 1);
      if (at > to) {
        break;
      }
      ticks.push({ at, label: formatNumber(step) });
    }
    return ticks;
  }
}

/** The next number of 1, 2, 5, 10, 20, … */
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, number)));
  return [1, 2, 5, 10].map(factor => factor * power).find(round => round >= number);
}
