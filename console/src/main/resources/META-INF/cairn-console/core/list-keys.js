/** Keys of a list, as `[keys, meaning]`, for the help. */
export const LIST_KEYS = [
  ['j ↓', 'Next instance'],
  ['k ↑', 'Instance before'],
  ['Home End', 'First and last that are listed'],
  ['Enter', 'Open the instance'],
  ['x', 'Select, or no longer'],
  ['Shift+x', 'Select up to here'],
  ['a', 'Select all that are listed'],
  ['Esc', 'Clear the selection'],
  ['/', 'Search'],
  ['n', 'Show new instances'],
  ['p', 'Pause the list, or let it go on'],
  ['r', 'Read the list again'],
  ['?', 'These keys'],
];

const ACTIONS = {
  j: 'next', ArrowDown: 'next', k: 'previous', ArrowUp: 'previous', Home: 'first', End: 'last', Enter: 'open', x: 'toggle', X: 'range', ' ': 'toggle',
  a: 'all', Escape: 'clear', '/': 'search', n: 'fresh', p: 'pause', r: 'reload', '?': 'help',
};
/** Keys that the browser uses for what has the focus, or to scroll, so they are the list's only in the list. */
const ONLY_IN_LIST = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter', ' '];

/**
 * Listens to the keys of a list while its host is shown. A Lit controller; `actions` has a method for each word above. It leaves alone what
 * is typed into fields, keys with modifiers, and everything while a dialog is open.
 */
export class ListKeys {
  constructor(host, actions) {
    this.host = host;
    this.actions = actions;
    host.addController(this);
  }

  hostConnected() {
    document.addEventListener('keydown', this.#onKey);
  }

  hostDisconnected() {
    document.removeEventListener('keydown', this.#onKey);
  }

  #onKey = event => {
    const action = ACTIONS[event.key];
    const [target] = event.composedPath();
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event, target)) {
      return;
    }
    if (ONLY_IN_LIST.includes(event.key) && !target.closest?.('[role="row"][data-id]')) {
      return;
    }
    event.preventDefault();
    this.actions[action]();
  };
}

function isBusy(event, target) {
  const isTyping = target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]');
  return isTyping || event.composedPath().some(element => element.localName === 'dialog');
}
