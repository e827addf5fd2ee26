import { LitElement, css, html, nothing } from 'lit';
import { formatNumber } from '../core/format.js';
import { InstanceFeed } from '../core/instance-feed.js';
import { isNarrowed, matchesStatus, refusedNames, statusesOf } from '../core/instance-query.js';
import { keepList, keptList } from '../core/list-memory.js';
import { LIST_KEYS, ListKeys } from '../core/list-keys.js';
import { historyEntry, navigate, replace } from '../core/router.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import '../parts/bulk-bar.js';
import '../parts/instance-filter.js';
import '../parts/instance-table.js';
import '../parts/problem-view.js';
import '../parts/shortcut-help.js';

/** Numbers by status are read this often at the most. */
const COUNTS_MILLIS = 5_000;

/**
 * Searches for instances, follows them live, and gives commands to many. The search is in the address. The list moves only while its
 * viewer looks at its beginning: scrolled down, with a selection, or paused it is held, and says how many are new.
 */
export class InstancesPage extends LitElement {
  static properties = {
    source: { attribute: false }, route: { attribute: false }, workflows: { state: true }, selected: { state: true }, everything: { state: true },
    active: { state: true }, paused: { state: true }, scrolled: { state: true }, helping: { state: true },
  };
  static styles = [controls, pageLayout, css`
    kbd { font: 11px/18px var(--c-mono); padding: 0 5px; border: 1px solid var(--c-line); border-radius: 4px; color: var(--c-muted); }
    .list { position: relative; }
    .news { display: flex; align-items: center; gap: 8px; min-height: 40px; padding: 4px 12px; border-bottom: 1px solid var(--c-line); font-size: 12.5px; color: var(--c-muted); flex-wrap: wrap; }
    .news button { min-height: 28px; }
    .fresh { border-radius: 14px; border-color: var(--c-accent); color: var(--c-accent); }
    .floating { position: sticky; top: 56px; z-index: 4; display: flex; justify-content: center; height: 0; }
    .floating .fresh { margin-top: 40px; box-shadow: 0 4px 16px #0003; background: var(--c-panel); }
    .refused { display: flex; align-items: center; gap: 8px; padding: 8px 12px; background: var(--c-warning-soft); font-size: 13px; overflow-wrap: anywhere; }
    .end { padding: 12px; text-align: center; color: var(--c-muted); font-size: 13px; border-top: 1px solid var(--c-line); }
    .ghost { height: 36px; border-bottom: 1px solid var(--c-line); display: flex; align-items: center; padding: 0 12px 0 48px; }
    .ghost::before { content: ''; height: 10px; width: 100%; border-radius: 5px; background: var(--c-raised); }
    @media (max-width: 720px) { .floating { top: 96px; } .hint { display: none; } }
  `];

  #feed = new InstanceFeed(this);
  #searched = null;
  #anchor = null;
  #countsReadAt = 0;

  constructor() {
    super();
    this.workflows = [];
    this.selected = new Set();
    new ListKeys(this, this.#keyActions());
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('scroll', this.#onScroll, { passive: true });
    this.watcher = new IntersectionObserver(entries => entries.forEach(entry => this.#onVisible(entry)), { rootMargin: '0px 0px 400px' });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#keep();
    window.removeEventListener('scroll', this.#onScroll);
    this.watcher.disconnect();
    clearTimeout(this.countsTimer);
  }

  firstUpdated() {
    for (const mark of this.renderRoot.querySelectorAll('.mark')) {
      this.watcher.observe(mark);
    }
  }

  willUpdate(changed) {
    const search = JSON.stringify(this.route.params);
    if (changed.has('source') || search !== this.#searched) {
      this.#keep();
      this.#searched = search;
      this.#clear();
      this.#search();
    }
    const held = Boolean(this.paused || this.scrolled || this.selected.size || this.everything || this.#activeIndex() > 0);
    if (held) {
      this.#feed.held = true;
    } else if (this.#feed.held) {
      this.#feed.release();
    }
  }

  /** Begins the search of the address, with what the viewer saw of it before coming back. */
  #search() {
    this.entry = historyEntry();
    const kept = keptList(this.entry);
    const same = kept?.searched === this.#searched ? kept : {};
    this.active = same.active;
    this.scrolled = same.top > 0;
    this.top = same.top ?? 0;
    this.#feed.search(this.source, this.route.params, same.rows);
    if (same.top > 0) {
      // The console begins each page at its top; this comes after.
      this.updateComplete.then(() => requestAnimationFrame(() => window.scrollTo(0, same.top)));
    }
  }

  /** When the page is left it is too late: without the list, the browser has scrolled up. */
  #onScroll = () => {
    this.top = window.scrollY;
  };

  #keep() {
    const { rows } = this.#feed;
    if (this.entry && rows.length) {
      keepList(this.entry, { searched: this.#searched, rows, active: this.active, top: this.top });
    }
  }

  updated() {
    if (this.#feed.rows !== this.watched) {
      // The watcher tells of the end once more if it is still in view.
      this.watched = this.#feed.rows;
      const end = this.renderRoot.querySelector('[data-mark="end"]');
      this.watcher.unobserve(end);
      this.watcher.observe(end);
    }
    this.#readCountsSoon();
  }

  render() {
    const feed = this.#feed;
    const params = this.route.params;
    return html`
      <div class="page">
        <header><h1>Instances</h1><span class="grow"></span>
          <button class="quiet hint" @click=${() => this.#help(true)}>Keys <kbd>?</kbd></button></header>
        <section class="panel">
          <cairn-instance-filter .params=${params} .workflows=${this.workflows} .counts=${this.#counts()} .errorTypes=${this.#errorTypes()}
            @search=${event => navigate('instances', event.detail)}></cairn-instance-filter>
        </section>
        <section class="panel list" aria-label="Results" aria-busy=${feed.state === 'loading'}>
          <span class="mark" data-mark="begin"></span>
          ${this.scrolled && this.#isBehind() ? html`<div class="floating">${this.#freshButton()}</div>` : nothing}
          <div class="news">${this.#news()}</div>
          ${this.#refused()}
          ${this.scrolled ? nothing : this.#problem(() => feed.reload())}
          ${this.#list()}
          <span class="mark" data-mark="end"></span>
        </section>
        <cairn-bulk-bar .source=${this.source} .params=${params} .instances=${this.#chosen()} ?everything=${this.everything}
          .expected=${this.#expected()} .found=${this.#found()} @clear=${() => this.#clear()} @choose-all=${() => { this.everything = true; }}
          @acted=${() => feed.reload()}></cairn-bulk-bar>
        <cairn-shortcut-help .keys=${LIST_KEYS} .open=${Boolean(this.helping)} @close=${() => this.#help(false)}></cairn-shortcut-help>
      </div>`;
  }

  /** Criteria in the address that narrow nothing. */
  #refused() {
    const { params } = this.route;
    const names = refusedNames(params);
    const others = () => Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
    return names.length ? html`<div class="refused" role="alert">${icon('alert')}<span class="grow">The address has criteria that the search cannot use:
      ${names.map((name, at) => html`${at ? ', ' : ''}<code>${name}=${params[name]}</code>`)}. The list is not narrowed by them.</span>
      <button @click=${() => replace(others())}>Remove them</button></div>` : nothing;
  }

  #news() {
    const feed = this.#feed;
    const count = feed.rows.length;
    return html`<span>${feed.state === 'loading' ? 'Searching …' : feed.state === 'failed' ? nothing : `${formatNumber(count)}${feed.hasMore ? '+' : ''} ${count === 1 ? 'instance' : 'instances'}, newest first`}</span>
      <span class="grow"></span>
      ${this.#isBehind() ? this.#freshButton() : nothing}
      <button class="quiet" @click=${() => { this.paused = !this.paused; }}
        >${icon(this.paused ? 'play' : 'pause')}${this.paused ? 'Go on' : 'Pause'}</button>`;
  }

  #isBehind() {
    return this.#feed.held && (this.#feed.unseen > 0 || this.#feed.isOutdated);
  }

  #freshButton() {
    return html`<button class="fresh" @click=${() => this.#showNew()}>${this.#feed.unseen ? this.#feed.unseenText : 'Not up to date: read again'}</button>`;
  }

  /** The problem of the last read. The page shows it near the viewer: before the list, or at its end. */
  #problem(retry) {
    const { problem } = this.#feed;
    return problem ? html`<cairn-problem-view .problem=${problem} retryable @retry=${retry}></cairn-problem-view>` : nothing;
  }

  #list() {
    const feed = this.#feed;
    if (feed.state === 'loading') {
      return Array.from({ length: 8 }, () => html`<div class="ghost"></div>`);
    }
    if (!feed.rows.length) {
      return feed.state === 'failed' ? nothing : this.#empty();
    }
    return html`
      <cairn-instance-table .rows=${feed.rows} .selected=${this.selected} .active=${this.active} ?withWorkflow=${!this.route.params.version}
        .matches=${this.#matches} @toggle=${event => this.#toggle(event.detail)} @toggle-all=${() => this.#toggleAll()}
        @activate=${event => { this.active = event.detail.id; }}></cairn-instance-table>
      ${this.scrolled ? this.#problem(() => feed.more()) : nothing}
      ${feed.hasMore ? html`<div class="end">${feed.isReading ? 'Reading more …' : html`<button @click=${() => feed.more()}>Show more</button>`}</div>`
        : feed.isFull ? html`<div class="end">The page shows no more than these. Narrow the search.</div>` : nothing}`;
  }

  #empty() {
    if (this.#feed.hasMore) {
      return html`<div class="empty"><p>Nothing among those that were looked at so far.</p>
        <p><button @click=${() => this.#feed.more()} ?disabled=${this.#feed.isReading}>Search further back</button></p></div>`;
    }
    return isNarrowed(this.route.params)
      ? html`<div class="empty"><p>No instance meets all of this.</p><p><button @click=${() => navigate('instances')}>Show all instances</button></p></div>`
      : html`<div class="empty"><p>There are no instances yet.</p><p><a href="#/workflows">Run a workflow</a> and it appears here.</p></div>`;
  }

  #matches = row => matchesStatus(this.route.params, row);

  #errorTypes() {
    return [...new Set(this.#feed.rows.map(({ errorType }) => errorType).filter(Boolean))].slice(0, 50);
  }

  #chosen() {
    return this.selected.size ? this.#feed.rows.filter(({ id }) => this.selected.has(id)) : [];
  }

  /** Numbers by status of the workflow that is searched, or of all; null if a version is searched, which they do not tell. */
  #counts() {
    const { workflow, version } = this.route.params;
    if (version || !this.workflows.length) {
      return null;
    }
    const counts = { exact: true };
    for (const each of this.workflows) {
      if (!workflow || each.workflow === workflow || each.workflow.endsWith(`:${workflow}`)) {
        counts.exact &&= each.exactCounts;
        Object.entries(each.instances).forEach(([status, count]) => { counts[status] = (counts[status] ?? 0) + count; });
      }
    }
    return counts;
  }

  /** The number of instances that a search by workflow and states finds; undefined with other criteria, or if counts are not exact. */
  #expected() {
    const { workflow, status, parked, ...others } = this.route.params;
    const counts = this.#counts();
    const states = parked ? ['parked'] : statusesOf(status);
    return workflow && counts?.exact && states.length && !Object.keys(others).length
      ? states.reduce((sum, state) => sum + (counts[state] ?? 0), 0) : undefined;
  }

  /** The number of instances that the search finds, in words; a lower bound if it is not known. */
  #found() {
    const expected = this.#expected();
    const { rows, hasMore, isFull } = this.#feed;
    return expected === undefined ? `${formatNumber(rows.length)}${hasMore || isFull ? ' or more' : ''}` : formatNumber(expected);
  }

  #readCountsSoon() {
    if (!this.countsTimer && this.isConnected) {
      this.countsTimer = setTimeout(() => this.#readCounts(), Math.max(0, this.#countsReadAt + COUNTS_MILLIS - Date.now()));
    }
  }

  async #readCounts() {
    this.#countsReadAt = Date.now();
    try {
      const { workflows } = await this.source.get('workflows');
      // Rendering asks for the numbers again.
      if (JSON.stringify(workflows) !== JSON.stringify(this.workflows)) {
        this.workflows = workflows;
      }
    } catch {
      // The list says what is wrong; the numbers stay as they were.
    } finally {
      this.countsTimer = undefined;
    }
  }

  #onVisible({ target, isIntersecting, boundingClientRect }) {
    if (target.dataset.mark === 'begin') {
      this.scrolled = !isIntersecting && boundingClientRect.top < 0;
    } else if (isIntersecting && this.#feed.rows.length && !this.#feed.problem) {
      this.#feed.more();
    }
  }

  #toggle({ id, range }) {
    const selected = new Set(this.selected);
    const ids = this.#feed.rows.map(row => row.id);
    if (range && this.#anchor && ids.includes(this.#anchor)) {
      const [from, to] = [ids.indexOf(this.#anchor), ids.indexOf(id)].sort((a, b) => a - b);
      ids.slice(from, to + 1).forEach(each => selected.add(each));
    } else if (!selected.delete(id)) {
      selected.add(id);
    }
    this.#anchor = id;
    this.active = id;
    this.everything = false;
    this.selected = selected;
  }

  #toggleAll() {
    const all = this.#feed.rows.every(({ id }) => this.selected.has(id));
    this.everything = false;
    this.selected = new Set(all ? [] : this.#feed.rows.map(({ id }) => id));
  }

  #clear() {
    this.selected = new Set();
    this.everything = false;
    this.#anchor = null;
  }

  #showNew() {
    this.paused = false;
    this.active = null;
    this.#clear();
    window.scrollTo({ top: 0 });
    this.#feed.reload();
  }

  #activeIndex() {
    return this.#feed.rows.findIndex(({ id }) => id === this.active);
  }

  #move(index) {
    const { rows } = this.#feed;
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row) {
      this.active = row.id;
      this.updateComplete.then(() => this.renderRoot.querySelector('cairn-instance-table')?.focusRow(row.id));
    }
  }

  #help(helping) {
    this.helping = helping;
  }

  #keyActions() {
    return {
      // The first key goes to the first row.
      next: () => this.#move(this.#activeIndex() + 1),
      previous: () => this.#move(this.#activeIndex() - 1),
      first: () => this.#move(0),
      last: () => this.#move(this.#feed.rows.length - 1),
      open: () => this.active && navigate(['instances', this.active]),
      toggle: () => this.active && this.#toggle({ id: this.active }),
      range: () => this.active && this.#toggle({ id: this.active, range: true }),
      all: () => this.#feed.rows.length && this.#toggleAll(),
      clear: () => this.#clear(),
      search: () => this.renderRoot.querySelector('cairn-instance-filter').focusSearch(),
      fresh: () => this.#showNew(),
      pause: () => { this.paused = !this.paused; },
      reload: () => this.#feed.reload(),
      help: () => this.#help(true),
    };
  }
}
customElements.define('cairn-instances-page', InstancesPage);
