/**
 * Joins spans that a viewer cannot tell apart: with shorter gaps than `least` between them. So the number of the drawn elements is bounded by the
 * width of the axis, although an instance may be retried any number of times.
 *
 * @param spans [[from, to], …] in order, as parts of the axis
 * @param {number} least the width of the narrowest span that is seen, and of the narrowest gap
 * @return [[from, to], …] each at least `least` wide
 */
export function visibleSpans(spans, least) {
  const joined = [];
  for (const [from, to] of spans) {
    const last = joined.at(-1);
    const end = Math.max(to, from + least);
    if (last && from - last[1] < least) {
      last[1] = Math.max(last[1], end);
    } else {
      joined.push([from, end]);
    }
  }
  return joined;
}
