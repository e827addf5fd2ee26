/**
 * Scrolls a row of tabs or links sideways until one of them is seen. `scrollIntoView` would move the page as well, to a row that may be far below.
 *
 * @param {Element} scroller the row
 * @param {Element=} element in the row; without one nothing moves
 */
export function revealAcross(scroller, element) {
  if (!scroller || !element) {
    return;
  }
  const room = scroller.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  if (box.left < room.left || box.right > room.right) {
    scroller.scrollLeft += box.left - room.left - (room.width - box.width) / 2;
  }
}
