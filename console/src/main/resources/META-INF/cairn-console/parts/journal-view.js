import { LitElement, css, html, nothing } from 'lit';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { formatMillis, formatUtc, withVisibleControls } from '../core/format.js';
import './problem-view.js';
import './value-tree.js';

const PAGE_SIZE = 100;
/** Entries up to which the list follows a journal that grows; the viewer reads further ones with the button. */
const MAX_FOLLOWED = 1_000;
const SHOWN_APART = new Set(['position', 'at', 'kind', 'value', 'error', 'omitted']);

/** The entries of a journal, decoded, for diagnosis: `<cairn-journal-view .source instance-id="01J…">`. It reads a page at a time. */
export class JournalView extends LitElement {
  static properties = {
    source: { attribute: false }, instanceId: { attribute: 'instance-id' }, revision: { attribute: false }, entries: { state: true }, next: { state: true },
    problem: { state: true }, open: { state: true },
  };

  static styles = [controls, css`
    :host { display: block; overflow: auto; }
    td { vertical-align: top; }
    .facts { display: flex; gap: 2px 12px; flex-wrap: wrap; font-size: 12px; }
    .facts code { font-size: 11.5px; overflow-wrap: anywhere; }
    cairn-value-tree { height: 240px; border: 1px solid var(--c-line); border-radius: var(--c-radius); }
    .more { padding: 8px 12px; }
    .time { white-space: nowrap; font-variant-numeric: tabular-nums; font-size: 12px; }
  `];

  willUpdate(changed) {
    if (changed.has('instanceId') || changed.has('source')) {
      this.entries = [];
      this.#load();
    } else if (changed.has('revision') && !this.next) {
      // The journal has grown after the last page.
      if (this.entries.length < MAX_FOLLOWED) {
        this.#load();
      } else {
        this.next = String(this.entries.length);
      }
    }
  }

  async #load() {
    try {
      const cursor = this.entries.length ? String(this.entries.length) : undefined;
      const page = await this.source.get(`instances/${encodeURIComponent(this.instanceId)}/journal`, { limit: PAGE_SIZE, cursor });
      this.entries = [...this.entries, ...page.entries.slice(Math.max(0, this.entries.length - (page.entries[0]?.position ?? 0)))];
      this.next = page.next;
      this.problem = null;
    } catch (failure) {
      this.problem = Problem.of(failure);
    }
  }

  render() {
    return html`
      <cairn-problem-view .problem=${this.problem} retryable @retry=${this.#load}></cairn-problem-view>
      <table>
        <thead><tr><th class="number">#</th><th>Time</th><th>Entry</th><th>Facts</th></tr></thead>
        <tbody>${this.entries?.map(entry => this.#entry(entry))}</tbody>
      </table>
      ${this.next ? html`<div class="more"><button @click=${this.#load}>Show more</button></div>` : nothing}`;
  }

  #entry(entry) {
    const open = this.open === entry.position;
    const value = entry.value ?? entry.error;
    return html`
      <tr>
        <td class="number muted">${entry.position}</td>
        <td class="time"><time datetime=${entry.at} title=${formatUtc(entry.at)}>${formatMillis(entry.at)}</time></td>
        <td>${value === undefined ? entry.kind : html`<button class="link" aria-expanded=${open} @click=${() => this.#toggle(entry)}>${entry.kind}</button>`}${entry.error ? html` <span class="badge faulted">error</span>` : nothing}</td>
        <td><div class="facts">${Object.entries(entry).filter(([name]) => !SHOWN_APART.has(name)).map(([name, fact]) => html`<span><span class="muted">${name}</span> <code>${withVisibleControls(String(fact))}</code></span>`)}
          ${entry.omitted ? html`<span class="muted">value left out: large</span>` : value !== undefined && !open ? html`<span class="muted">${preview(value)}</span>` : nothing}</div></td>
      </tr>
      ${open && value !== undefined ? html`<tr><td></td><td colspan="3"><cairn-value-tree .value=${value} filename="entry-${entry.position}"></cairn-value-tree></td></tr>` : nothing}`;
  }

  #toggle(entry) {
    this.open = this.open === entry.position ? null : entry.position;
  }
}

function preview(value) {
  const text = withVisibleControls(JSON.stringify(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

customElements.define('cairn-journal-view', JournalView);
