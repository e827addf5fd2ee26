import { noChange, nothing } from 'lit';
import { directive } from 'lit/directive.js';
import { getCommittedValue, getDirectiveClass } from 'lit/directive-helpers.js';
import { repeat } from 'lit/directives/repeat.js';

/**
 * Renders a list as `repeat` does, and removes the comments that it leaves behind. Since lit-html 3.3.1, `repeat` keeps the end marker of each
 * item that it removes (https://github.com/lit/lit/issues/5298), so a list that is live grows without bound.
 */
class KeyedRowsDirective extends getDirectiveClass(repeat([], () => nothing)) {
  update(part, values) {
    const result = super.update(part, values);
    if (result === noChange) {
      removeOrphans(part);
    }
    return result;
  }
}

/** Removes the nodes between items: each item has a start and an end marker of its own. */
function removeOrphans(part) {
  let node = part.startNode.nextSibling;
  for (const item of getCommittedValue(part)) {
    removeUntil(item.startNode, node);
    node = item.endNode.nextSibling;
  }
  removeUntil(part.endNode, node);
}

function removeUntil(end, first) {
  for (let node = first; node !== end;) {
    const next = node.nextSibling;
    node.remove();
    node = next;
  }
}

/** `keyedRows(items, item => item.id, item => html`…`)` */
export const keyedRows = directive(KeyedRowsDirective);
