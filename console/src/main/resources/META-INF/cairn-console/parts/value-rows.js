import { typeOf } from '../core/exact-json.js';
import { escapePointer } from '../core/json-schema.js';

/** Containers with more children are closed at first, except the outermost. */
const MAX_OPEN_CHILDREN = 30;
const MAX_OPEN_DEPTH = 2;
/** Matches that are found; the search says if there are more. */
const MAX_MATCHES = 2_000;

/** True for objects and arrays. */
export function isContainer(value) {
  return ['object', 'array'].includes(typeOf(value));
}

/** The members of a container as [key, value]; the key of an item is a number. */
export function membersOf(value) {
  return Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value);
}

/** A path as an expression of jq: `.items[3]["unit price"]`. */
export function jqPath(keys) {
  const path = keys.map(key => typeof key === 'number' ? `[${key}]` : /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`).join('');
  return path.startsWith('.') ? path : `.${path}`;
}

/** A path as JSON pointer, which identifies a row. */
export function pointerOf(keys) {
  return keys.map(key => `/${escapePointer(key)}`).join('');
}

/** A place in a value. Its path is put together when it is asked for: most places never are. */
class ValueRow {
  constructor(parent, key, value) {
    this.parent = parent;
    this.key = key;
    this.value = value;
    this.depth = parent ? parent.depth + 1 : 0;
    this.open = false;
  }

  /** The number of members of a container. */
  get size() {
    this.knownSize ??= Array.isArray(this.value) ? this.value.length : Object.keys(this.value).length;
    return this.knownSize;
  }

  get keys() {
    return this.parent ? [...this.parent.keys, this.key] : [];
  }

  get pointer() {
    this.knownPointer ??= this.parent ? this.parent.pointer + pointerOf([this.key]) : '';
    return this.knownPointer;
  }
}

/** The rows of a value: its tree without the members of closed containers, which are never visited. */
export class ValueRows {
  /** Pointer → open or closed, as the viewer wants it. */
  #chosen = new Map();

  /** @param before the rows of another value, of which it is kept what is open */
  constructor(value, before = null) {
    this.value = value;
    this.#chosen = before ? before.#chosen : this.#chosen;
  }

  /** [{key, keys, pointer, value, depth, open}], from the outermost value on. */
  get rows() {
    if (!this.list) {
      this.list = [];
      this.maxDepth = 0;
      this.#add(new ValueRow(null, undefined, this.value));
    }
    return this.list;
  }

  #add(row) {
    row.open = isContainer(row.value) && this.#isOpen(row);
    this.list.push(row);
    this.maxDepth = Math.max(this.maxDepth, row.depth);
    if (row.open) {
      for (const [key, member] of membersOf(row.value)) {
        this.#add(new ValueRow(row, key, member));
      }
    }
  }

  #isOpen(row) {
    return this.#chosen.get(row.pointer) ?? (row.depth === 0 || row.depth <= MAX_OPEN_DEPTH && row.size <= MAX_OPEN_CHILDREN && row.parent.size <= MAX_OPEN_CHILDREN);
  }

  open(pointer, open) {
    this.#chosen.set(pointer, open);
    this.list = null;
  }

  /** Opens the containers around a place; returns its row. */
  reveal(keys) {
    for (let depth = 0; depth < keys.length; depth++) {
      this.#chosen.set(pointerOf(keys.slice(0, depth)), true);
    }
    this.list = null;
    const pointer = pointerOf(keys);
    return this.rows.findIndex(row => row.pointer === pointer);
  }

  /** Keys of the places whose key or value has a text, in order; without regard to case. */
  find(text) {
    const wanted = text.toLowerCase();
    const found = [];
    const stack = [new ValueRow(null, undefined, this.value)];
    while (stack.length && found.length < MAX_MATCHES) {
      const row = stack.pop();
      const { key, value } = row;
      if (typeof key === 'string' && key.toLowerCase().includes(wanted) || !isContainer(value) && String(value).toLowerCase().includes(wanted)) {
        found.push(row.keys);
      }
      if (isContainer(value)) {
        const members = membersOf(value);
        for (let at = members.length - 1; at >= 0; at--) {
          stack.push(new ValueRow(row, members[at][0], members[at][1]));
        }
      }
    }
    return found;
  }
}
