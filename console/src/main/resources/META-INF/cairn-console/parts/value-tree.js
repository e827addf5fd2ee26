import { LitElement, css, html, nothing } from 'lit';
import { typeOf } from '../core/exact-json.js';
import { formatBytes, withVisibleControls } from '../core/format.js';
import { controls } from '../core/styles.js';
import { cssProps } from './css-props.js';
import { icon } from './icon-label.js';
import { ValueRows, isContainer, jqPath } from './value-rows.js';
import { VirtualRows } from './virtual-rows.js';

const ROW_HEIGHT = 20;
/** Pixels by which a member is further to the right than its container. */
const INDENT = 16;
/** Room of the innermost member: rows that are not rendered yet give the list no width. With it, a row can begin a quarter from the left. */
const INNERMOST_WIDTH = '75%';
/** Characters of a string that are shown in its row. */
const MAX_SHOWN = 240;

/**
 * A JSON value as a tree with search: `<cairn-value-tree .value=${value} filename="output">`. It reads only what is seen. Each row copies its
 * path, as jq has it, or its value; the whole can be copied and downloaded. Nothing in a value is ever taken for HTML.
 */
export class ValueTree extends LitElement {
  static properties = { value: { attribute: false }, filename: {}, text: { state: true }, match: { state: true }, current: { state: true }, copied: { state: true } };

  static styles = [controls, css`
    :host { display: flex; flex-direction: column; min-height: 0; }
    .tools { display: flex; gap: 4px; align-items: center; padding: 4px 8px; border-bottom: 1px solid var(--c-line); }
    .tools input { flex: 1; min-width: 60px; min-height: 28px; padding: 2px 8px; }
    .tools button { min-height: 28px; }
    .tools button.icon { width: 28px; }
    .scroller { overflow: auto; flex: 1; min-height: 0; padding: 4px 0; outline-offset: -2px; overscroll-behavior: contain; }
    .rows { position: relative; }
    .window { position: absolute; left: 0; top: 0; min-width: 100%; width: max-content; }
    .line { display: flex; height: 20px; padding: 0 8px 0 calc(8px + var(--depth) * ${INDENT}px); font: 12.5px/20px var(--c-mono); white-space: pre; position: relative; }
    .line:hover, .line.current { background: var(--c-raised); }
    .line.match { background: var(--c-mark); }
    .sign { width: 16px; flex: none; color: var(--c-muted); text-align: center; cursor: pointer; font-size: 10px; }
    .key { color: var(--c-text); }
    .punctuation { color: var(--c-muted); }
    .string { color: light-dark(#0f6b4f, #7fd6b4); }
    .number, .boolean { color: light-dark(#8a3f00, #f0b072); text-align: left; }
    .null { color: var(--c-muted); font-style: italic; }
    .actions { display: none; position: sticky; right: 8px; margin-left: 12px; gap: 2px; background: var(--c-raised); }
    .line:hover .actions, .line.current .actions { display: inline-flex; }
    .actions button { min-height: 20px; padding: 0 6px; font-size: 11px; line-height: 18px; border: 0; background: transparent; color: var(--c-accent); }
  `];

  #virtual = new VirtualRows(this, '.scroller', ROW_HEIGHT);

  constructor() {
    super();
    this.text = '';
    this.current = null;
  }

  willUpdate(changed) {
    if (changed.has('value')) {
      this.tree = new ValueRows(this.value, this.tree);
      this.matches = [];
      this.size = undefined;
    }
    if ((changed.has('text') || changed.has('value')) && this.value !== undefined) {
      this.matches = this.text.trim() ? this.tree.find(this.text.trim()) : [];
      this.match = 0;
      this.#goMatch(0);
    }
  }

  updated() {
    if (this.revealed >= 0) {
      this.#virtual.reveal(this.revealed, 8);
      this.#revealIndented(this.tree.rows[this.revealed]);
      this.revealed = undefined;
    }
  }

  /** Scrolls to the side if the row begins left or right of what is seen: an inner value may be indented by more than the width. */
  #revealIndented(row) {
    const scroller = this.renderRoot.querySelector('.scroller');
    const begin = row.depth * INDENT;
    if (begin < scroller.scrollLeft || begin > scroller.scrollLeft + scroller.clientWidth / 2) {
      scroller.scrollLeft = Math.max(0, begin - scroller.clientWidth / 4);
    }
  }

  #goMatch(step) {
    if (this.matches.length) {
      this.match = (this.match + step + this.matches.length) % this.matches.length;
      this.revealed = this.tree.reveal(this.matches[this.match]);
      this.current = this.tree.rows[this.revealed]?.pointer;
    }
  }

  render() {
    if (this.value === undefined) {
      return html`<div class="empty">There is no value.</div>`;
    }
    const { rows } = this.tree;
    const { first, last } = this.#virtual.window(rows.length);
    return html`
      <div class="tools">
        <input type="search" placeholder="Search keys and values" aria-label="Search keys and values" .value=${this.text} @input=${event => (this.text = event.target.value)} @keydown=${this.#searchKey}>
        ${this.text.trim() ? html`<span class="small muted" role="status">${this.matches.length ? `${this.match + 1} of ${this.matches.length}` : 'none'}</span>
          <button class="icon quiet" aria-label="Next match" ?disabled=${!this.matches.length} @click=${() => this.#goMatch(1)}>${icon('down')}</button>` : nothing}
        <button class="icon quiet" title="Copy as JSON" aria-label="Copy as JSON" @click=${() => this.#copy(JSON.stringify(this.value, null, 2), 'JSON')}>${icon('copy')}</button>
        <button class="icon quiet" title="Download${this.size ? `, ${formatBytes(this.size)}` : ''}" aria-label="Download as JSON" @click=${() => download(JSON.stringify(this.value, null, 2), `${this.filename || 'value'}.json`)}>${icon('download')}</button>
        <span class="small muted" role="status">${this.copied ?? ''}</span>
      </div>
      <div class="scroller" tabindex="0" role="tree" aria-label=${this.filename || 'Value'} @keydown=${this.#key}>
        <div class="rows" role="presentation" ${cssProps({ ...this.#virtual.sizer(rows.length), 'min-width': `calc(${this.tree.maxDepth * INDENT}px + ${INNERMOST_WIDTH})` })}>
          <div class="window" ${cssProps(this.#virtual.mover(first))} role="presentation">${rows.slice(first, last).map(row => this.#line(row))}</div></div>
      </div>`;
  }

  #line(row) {
    const { key } = row;
    const found = this.matches.length && row.pointer === this.current;
    return html`
      <div class="line ${row.pointer === this.current ? 'current' : ''} ${found ? 'match' : ''}" role="treeitem" aria-level=${row.depth + 1} aria-selected=${row.pointer === this.current}
        aria-expanded=${isContainer(row.value) ? String(row.open) : nothing} ${cssProps({ '--depth': row.depth })} @click=${() => (this.current = row.pointer)} @dblclick=${() => this.#toggle(row)}>
        <span class="sign" @click=${() => this.#toggle(row)}>${isContainer(row.value) ? (row.open ? '▾' : '▸') : ''}</span>${key === undefined ? nothing : html`<span class="key">${withVisibleControls(String(key))}</span><span class="punctuation">: </span>`}${shown(row)}
        <span class="actions">${typeof row.value === 'string' && row.value.length > MAX_SHOWN ? html`<button @click=${() => download(row.value, `${key ?? 'text'}.txt`)}>download ${formatBytes(row.value.length)}</button>` : nothing}<button
          title=${jqPath(row.keys)} @click=${() => this.#copy(jqPath(row.keys), 'path')}>copy path</button><button
          @click=${() => this.#copy(typeof row.value === 'string' ? row.value : JSON.stringify(row.value, null, 2), 'value')}>copy value</button></span>
      </div>`;
  }

  #toggle(row) {
    if (isContainer(row.value)) {
      this.tree.open(row.pointer, !row.open);
      this.requestUpdate();
    }
  }

  async #copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = `Copied ${what}`;
    } catch {
      this.copied = 'The browser does not permit copying';
    }
    setTimeout(() => (this.copied = undefined), 2_000);
  }

  #searchKey(event) {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#goMatch(event.shiftKey ? -1 : 1);
      this.requestUpdate();
    }
  }

  #key(event) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { rows } = this.tree;
    const at = rows.findIndex(row => row.pointer === this.current);
    const row = rows[at];
    const go = index => {
      const next = Math.min(rows.length - 1, Math.max(0, index));
      this.current = rows[next].pointer;
      this.revealed = next;
    };
    const actions = {
      ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0), End: () => go(rows.length - 1),
      ArrowRight: () => row && isContainer(row.value) && (row.open ? go(at + 1) : this.#toggle(row)),
      ArrowLeft: () => row && (row.open ? this.#toggle(row) : go(rows.findLastIndex((each, index) => index < at && each.depth < row.depth))),
      c: () => row && this.#copy(jqPath(row.keys), 'path'),
    };
    if (actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    }
  }
}

function shown({ value, open }) {
  const type = typeOf(value);
  if (isContainer(value)) {
    const count = type === 'array' ? value.length : Object.keys(value).length;
    const [begin, end] = type === 'array' ? '[]' : '{}';
    return html`<span class="punctuation">${count === 0 ? begin + end : open ? begin : `${begin}…${end} ${count.toLocaleString()}`}</span>`;
  }
  const text = type === 'string' ? JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value) : String(value);
  return html`<span class=${type}>${withVisibleControls(text)}</span>`;
}

/** Saves a text as a file, without asking the server. */
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: name.endsWith('.json') ? 'application/json' : 'text/plain' }));
  const anchor = Object.assign(document.createElement('a'), { href: address, download: name.replace(/[^\w.-]+/g, '-') });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

customElements.define('cairn-value-tree', ValueTree);
