import { LitElement, css, html, nothing } from 'lit';
import { controls } from '../core/styles.js';

const TOKENS = {
  yaml: /(?<comment>(?:^|\s)#.*$)|(?<expression>'\$\{(?:[^']|'')*\}'|"\$\{(?:[^"\\]|\\.)*\}"|\$\{.*?\}(?=\s|$))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<key>(?:^|(?<=^\s*(?:- )*)|(?<=[{,]\s*))[\w.$/-]+(?=:(?:\s|$)))|(?<number>(?<=[\s:[,])-?\d+(?:\.\d+)?(?=[\s,\]}]|$))/g,
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b)/g,
};

/**
 * The text of a definition with numbers of lines. The lines of the selected task are marked; a click on a line sends `task-select` with
 * `{task}`: the task that the line belongs to, or null. With the arrow keys the task before or behind the selected one is selected.
 *
 *     <cairn-source-view .text=${text} language="yaml" .nodes=${graph.nodes} .selected=${task} @task-select=${…}>
 */
export class SourceView extends LitElement {
  static properties = { text: {}, language: {}, nodes: { attribute: false }, selected: {} };
  static styles = [controls, css`
    :host { display: block; position: relative; overflow: auto; font: 12.5px/20px var(--c-mono); background: var(--c-panel); }
    ol { list-style: none; margin: 0; padding: 8px 0; min-width: max-content; counter-reset: line; }
    li { padding: 0 16px 0 44px; border-left: 3px solid transparent; white-space: pre; position: relative; }
    li::before { counter-increment: line; content: counter(line); position: absolute; left: 0; width: 32px; text-align: right; color: var(--c-muted); user-select: none; }
    li.task { cursor: pointer; }
    li.task:hover { background: var(--c-raised); }
    li.selected { background: var(--c-accent-soft); border-left-color: var(--c-accent); }
    .key { color: light-dark(#1d4fa0, #8fb8ff); }
    .string { color: light-dark(#1b6b3a, #86d6a2); }
    .number { color: light-dark(#94400b, #f0ab7c); text-align: left; }
    .expression { color: light-dark(#7a3db5, #cfadff); }
    .comment { color: var(--c-muted); font-style: italic; }
  `];

  constructor() {
    super();
    this.ranges = [];
    this.addEventListener('keydown', event => this.#key(event));
  }

  connectedCallback() {
    super.connectedCallback();
    this.tabIndex = 0;
    this.role = 'group';
    this.ariaLabel = 'Source. Arrow keys select tasks';
  }

  willUpdate(changed) {
    if (changed.has('text')) {
      this.lines = (this.text ?? '').replace(/\r?\n$/, '').split(/\r?\n/);
      this.coloured = this.lines.map(line => coloured(line, TOKENS[this.language]));
    }
    if (changed.has('text') || changed.has('nodes')) {
      this.ranges = taskRanges(this.nodes ?? [], this.lines);
    }
  }

  updated(changed) {
    if (changed.has('selected') && this.selected) {
      this.#reveal();
    }
  }

  /** Scrolls to the selected lines if they are out of sight; the page itself stays where it is. */
  #reveal() {
    const line = this.renderRoot.querySelector('li.selected');
    const top = line ? line.offsetTop : this.scrollTop;
    if (line && (top < this.scrollTop || top + 2 * line.offsetHeight > this.scrollTop + this.clientHeight)) {
      this.scrollTo({ top: Math.max(0, top - this.clientHeight / 3) });
    }
  }

  render() {
    const selected = this.ranges.find(range => range.task === this.selected);
    return html`<ol @click=${this.#clicked}>${this.coloured.map((content, index) => {
      const line = index + 1;
      const marked = selected && line >= selected.from && line <= selected.to;
      return html`<li class="${this.#taskAt(line) ? 'task' : ''} ${marked ? 'selected' : ''}" aria-current=${marked ? 'true' : nothing}>${content}</li>`;
    })}</ol>`;
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey && this.ranges.length) {
      event.preventDefault();
      const present = this.ranges.findIndex(range => range.task === this.selected);
      const next = present < 0 ? (step > 0 ? 0 : this.ranges.length - 1) : Math.min(this.ranges.length - 1, Math.max(0, present + step));
      if (next !== present) {
        this.#select(this.ranges[next].task);
      }
    }
  }

  #select(task) {
    this.dispatchEvent(new CustomEvent('task-select', { bubbles: true, detail: { task } }));
  }

  #clicked(event) {
    const item = event.target.closest('li');
    if (item && !getSelection().toString()) {
      const line = [...item.parentNode.children].indexOf(item) + 1;
      this.#select(this.#taskAt(line) ?? null);
    }
  }

  /** The innermost task: ranges of those inside come behind those around them. */
  #taskAt(line) {
    return this.ranges.findLast(range => line >= range.from && line <= range.to)?.task;
  }
}
customElements.define('cairn-source-view', SourceView);

/**
 * The lines of each task: from where it is written to before the next line that is not inside of it. A line is inside if it is indented
 * further, which holds for YAML and for JSON as people write it.
 */
function taskRanges(nodes, lines) {
  return nodes.filter(node => node.task && node.line > 0 && node.line <= lines.length)
    .map(node => ({ task: node.task, from: node.line, to: lastLine(lines, node.line) }))
    .sort((left, right) => left.from - right.from || right.to - left.to);
}

function lastLine(lines, from) {
  const indent = indentOf(lines[from - 1]);
  let last = from;
  for (let line = from + 1; line <= lines.length; line++) {
    const text = lines[line - 1];
    if (text.trim() && indentOf(text) <= indent && !/^\s*[}\]]/.test(text)) {
      break;
    }
    if (text.trim()) {
      last = line;
    }
    if (/^\s*[}\]]/.test(text) && indentOf(text) <= indent) {
      break;
    }
  }
  return last;
}

/** A dash of a list counts as indentation, if something is behind it. */
function indentOf(line) {
  return line.length - line.trimStart().length;
}

function coloured(line, tokens) {
  if (!tokens) {
    return line || '\u200b';
  }
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(tokens)) {
    const kind = Object.keys(match.groups).find(name => match.groups[name] !== undefined);
    parts.push(line.slice(end, match.index), html`<span class=${kind}>${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  parts.push(line.slice(end) || (end ? '' : '\u200b'));
  return parts;
}
