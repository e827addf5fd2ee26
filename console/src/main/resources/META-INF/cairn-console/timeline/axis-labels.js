/** Pixels of a character at 11 px, semi-bold as the lengths of pauses are. */
const CHARACTER_WIDTH = 7;
const GAP = 8;

/**
 * Leaves out the labels of an axis that would overlap one before them in the list.
 *
 * @param labels [{text, left}] or [{text, middle}], places in pixels; the most important first. One with a middle moves where the axis would
 *   cut it off; one with a left end is left out then.
 * @param {number} width of the axis, pixels
 * @return [{…label, left}] of those that are shown, in the same order
 */
export function fittingLabels(labels, width) {
  const taken = [];
  for (const label of labels) {
    const length = label.text.length * CHARACTER_WIDTH;
    const left = label.left ?? Math.max(0, Math.min(label.middle - length / 2, width - length));
    const right = left + length;
    if (left >= 0 && right <= width && taken.every(other => right + GAP <= other.left || left >= other.right + GAP)) {
      taken.push({ ...label, left, right });
    }
  }
  return taken;
}
