/** Maximum children of a compound that is open at first: a loop of 1,000 iterations would hide the tasks after it. */
const MAX_OPEN_CHILDREN = 50;

/** The visible rows of a timeline: runs as a tree, so that each branch of a fork has its rows together. Children of closed rows are left out. */
export class TimelineRows {
  #history = null;
  /** Runs that the viewer has opened or closed, by key; others are open unless they are long. */
  #chosen = new Map();

  /** Drops the computed rows. Rows that the viewer has opened stay open. */
  update(history, keyOf) {
    this.#history = history;
    this.keyOf = keyOf;
    this.rows = [];
    for (const run of history.roots) {
      this.#add(run, 0, false);
    }
  }

  #add(run, depth, lane) {
    this.rows.push({ run, depth, lane });
    if (this.isOpen(run)) {
      // Recursion is safe here: the nesting of a definition is bounded.
      run.children.forEach(child => this.#add(child, depth + 1, lane || run.kind === 'fork'));
    }
  }

  isOpen(run) {
    return run.children.length > 0 && (this.#chosen.get(this.keyOf(run)) ?? run.children.length <= MAX_OPEN_CHILDREN);
  }

  open(run, open) {
    if (run.children.length > 0) {
      this.#chosen.set(this.keyOf(run), open);
      this.update(this.#history, this.keyOf);
    }
  }

  /** Opens all rows around a run; returns the row of the run. */
  reveal(run) {
    let changed = false;
    for (let around = run.parent; around; around = around.parent) {
      if (!this.isOpen(around)) {
        this.#chosen.set(this.keyOf(around), true);
        changed = true;
      }
    }
    if (changed) {
      this.update(this.#history, this.keyOf);
    }
    return this.rows.findIndex(row => row.run === run);
  }
}
