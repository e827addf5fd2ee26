import { hasEnded } from './commands.js';
import { isDecidable, mayMatch, searchParams } from './instance-query.js';
import { liveOf } from './live.js';

const PAGE = 50;
/** Maximum instances in one answer; the API permits no more. */
const MAX_PAGE = 1_000;
/** Maximum rows of the page. The viewer has to narrow a search that finds more. */
const MAX_ROWS = 2_000;
/** Maximum rows of a live list. New instances arrive without bound, and the viewer reads the first rows. */
const MAX_LIVE_ROWS = 200;
/** Maximum new instances that are counted while the list is held. */
const MAX_UNSEEN = 999;
/** Maximum changed instances that are noted while a page is read. After more changes, the page is read again. */
const MAX_CHANGES_WHILE_READING = 2_000;
/** Delay after a change before the first page is read again, which bounds the reads to one in this time. */
const REFRESH_DELAY = 1_000;
/** Changes within this time are rendered together: thousands of them a second cost the browser no more than a few. */
const RENDER_DELAY = 120;
/** Maximum empty pages that are skipped without asking the viewer. The server ends a page early if it has examined many instances and found few. */
const MAX_EMPTY_PAGES = 20;

/**
 * The instances that a search finds, kept up to date by the stream of changes. A Lit controller: its host is rendered again when
 * something changed.
 *
 * The first page is read again to get new instances. Until then, the instances in the list change in place, and stay even if the search
 * no longer finds them. While `held` is true no row moves: `unseen` counts the new instances.
 */
export class InstanceFeed {
  rows = [];
  /** `loading` (nothing to show yet), `ready` or `failed`. */
  state = 'loading';
  problem = null;
  /** True while another page is read. */
  isReading = false;
  held = false;
  /** True if changes were missed while the list was held. */
  isOutdated = false;

  #host;
  #source = null;
  #params = {};
  #search = {};
  #cursor = null;
  /** Cursors that continue the search after a row, by its id: one for each page. */
  #cursorsAfter = new Map();
  #byId = new Map();
  /** The last change of each instance during the read of a page: the page may be older. */
  #changesWhileReading = new Map();
  #hasChangedRows = false;
  #unseen = new Set();
  #stream = null;
  #refreshTimer = 0;
  #renderTimer = 0;
  /** Answers of an earlier search are dropped. */
  #generation = 0;

  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    // Comes back into the page with an old list.
    if (this.#source) {
      this.search(this.#source, this.#params);
    }
  }

  hostDisconnected() {
    this.#generation++;
    this.#stream?.close();
    this.#stream = null;
    clearTimeout(this.#refreshTimer);
    clearTimeout(this.#renderTimer);
    this.#refreshTimer = this.#renderTimer = 0;
  }

  /** True if a further page can be read. */
  get hasMore() {
    return this.#cursor !== null && this.rows.length < MAX_ROWS;
  }

  /** True if the search finds more instances than the page can show. */
  get isFull() {
    return this.#cursor !== null && this.rows.length >= MAX_ROWS;
  }

  /** The number of new instances that are not shown yet; an upper bound if changes lack fields that the search names. */
  get unseen() {
    return this.#unseen.size;
  }

  get unseenText() {
    const count = this.#unseen.size >= MAX_UNSEEN ? `${MAX_UNSEEN}+` : String(this.#unseen.size);
    return isDecidable(this.#search) ? `${count} new` : `up to ${count} new`;
  }

  /**
   * Begins a search: opens the stream, then reads, so that no change falls between the two.
   * @param {object[]=} rows earlier results of the search, shown until the same number of rows is read
   */
  search(source, params, rows = []) {
    this.#source = source;
    this.#params = params;
    this.#restart();
    // The first update of a host may come after it was removed; `hostConnected` begins the search then.
    if (!this.#host.isConnected) {
      return;
    }
    this.#open();
    if (rows.length) {
      this.#show(rows);
      this.state = 'ready';
    }
    this.#read(() => this.#page(null, Math.max(PAGE, rows.length)), page => this.#replace(page));
  }

  /** Searches again. The earlier results stay in view until the answer arrives. */
  reload() {
    this.#search = searchParams(this.#params);
    return this.#read(() => this.#page(null), page => this.#replace(page));
  }

  /** Reads the next page, and further ones while they are empty. */
  more() {
    return this.hasMore && !this.isReading ? this.#read(() => this.#page(this.#cursor), page => this.#append(page)) : undefined;
  }

  #restart() {
    this.#generation++;
    this.#search = searchParams(this.#params);
    this.rows = [];
    this.#byId.clear();
    this.#unseen.clear();
    this.#cursor = null;
    this.#cursorsAfter.clear();
    this.state = 'loading';
    this.problem = null;
    this.isReading = false;
    this.isOutdated = false;
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = 0;
    this.#host.requestUpdate();
  }

  #open() {
    this.#stream?.close();
    const { workflow } = this.#search;
    this.#stream = liveOf(this.#source).watch(workflow ? { workflow } : {}, {
      change: change => this.#onChange(change),
      reset: () => this.#onReset(),
    });
  }

  async #read(page, apply) {
    const generation = this.#generation;
    this.isReading = true;
    this.#changesWhileReading.clear();
    this.#host.requestUpdate();
    try {
      const found = await page();
      if (generation === this.#generation) {
        apply(found);
        this.state = 'ready';
        this.problem = null;
      }
    } catch (problem) {
      if (generation === this.#generation) {
        this.problem = problem;
        this.state = this.rows.length ? 'ready' : 'failed';
      }
    } finally {
      if (generation === this.#generation) {
        this.isReading = false;
        this.#host.requestUpdate();
      }
    }
  }

  /** @param {number} count number of wanted rows. A page of the default size may have fewer. */
  async #page(cursor, count = PAGE) {
    const generation = this.#generation;
    const instances = [];
    let next = cursor;
    for (let skipped = 0; ;) {
      const limit = Math.min(MAX_PAGE, count - instances.length);
      const page = await this.#source.get('instances', { ...this.#search, limit, ...(next ? { cursor: next } : {}) });
      next = page.next ?? null;
      instances.push(...page.instances);
      if (page.instances.length && next && generation === this.#generation) {
        this.#cursorsAfter.set(page.instances.at(-1).id, next);
      }
      skipped += page.instances.length ? 0 : 1;
      const isEnough = count === PAGE ? instances.length > 0 : instances.length >= count;
      if (isEnough || !next || skipped >= MAX_EMPTY_PAGES || generation !== this.#generation) {
        return { instances, next };
      }
    }
  }

  #replace({ instances, next }) {
    this.#show(instances);
    this.#cursor = next;
    this.#unseen.clear();
    this.isOutdated = false;
  }

  #append({ instances, next }) {
    this.#show([...this.#current(), ...instances.filter(({ id }) => !this.#byId.has(id))]);
    this.#cursor = next;
  }

  /**
   * Puts a new first page before the rows that it overlaps. Without an overlap, more instances arrived than a page has: the list starts
   * anew, because it would have a gap.
   */
  #merge({ instances, next }) {
    const fresh = new Set(instances.map(({ id }) => id));
    const last = this.rows.findLastIndex(({ id }) => fresh.has(id));
    if (last < 0 || !next) {
      this.#replace({ instances, next });
      return;
    }
    const older = this.#current().slice(last + 1);
    if (!older.length) {
      this.#cursor = next;
    }
    this.#show(this.#shortened([...instances, ...older]));
    this.#unseen.clear();
    this.isOutdated = false;
  }

  /** Drops the oldest rows of a long list, down to a row after which a cursor continues the search. */
  #shortened(rows) {
    const last = rows.length > MAX_LIVE_ROWS ? rows.findLastIndex(({ id }, at) => at < MAX_LIVE_ROWS && this.#cursorsAfter.has(id)) : -1;
    if (last < 0) {
      return rows;
    }
    this.#cursor = this.#cursorsAfter.get(rows[last].id);
    return rows.slice(0, last + 1);
  }

  #show(rows) {
    this.rows = rows.map(row => {
      const change = this.#changesWhileReading.get(row.id);
      return change && Date.parse(change.at) > Date.parse(row.updatedAt ?? row.createdAt) ? changed(row, change) : row;
    });
    this.#byId = new Map(this.rows.map(row => [row.id, row]));
    [...this.#cursorsAfter.keys()].filter(id => !this.#byId.has(id)).forEach(id => this.#cursorsAfter.delete(id));
  }

  /** The rows as they are after all changes. */
  #current() {
    return this.rows.map(({ id }) => this.#byId.get(id));
  }

  #onChange(change) {
    if (this.isReading && this.#changesWhileReading.size < MAX_CHANGES_WHILE_READING) {
      this.#changesWhileReading.set(change.instance, change);
    } else if (this.isReading) {
      this.#onReset();
    }
    const row = this.#byId.get(change.instance);
    if (row) {
      this.#byId.set(row.id, changed(row, change));
      this.#hasChangedRows = true;
    } else if (mayMatch(this.#search, { ...change, parked: change.change === 'parked' })) {
      if (this.#unseen.size < MAX_UNSEEN) {
        this.#unseen.add(change.instance);
      }
      this.#refreshSoon();
    }
    this.#renderSoon();
  }

  #onReset() {
    this.isOutdated = true;
    this.#refreshSoon();
    this.#renderSoon();
  }

  /** Shows the new instances. The host calls this when it no longer holds the list. */
  release() {
    this.held = false;
    if (this.#unseen.size || this.isOutdated) {
      this.#refresh();
    }
  }

  #refreshSoon() {
    if (!this.#refreshTimer && !this.held) {
      this.#refreshTimer = setTimeout(() => {
        this.#refreshTimer = 0;
        if (!this.held) {
          this.#refresh();
        }
      }, REFRESH_DELAY);
    }
  }

  #refresh() {
    if (this.isReading) {
      this.#refreshSoon();
      return;
    }
    this.#search = searchParams(this.#params);
    this.#read(() => this.#page(null), page => (this.held ? undefined : this.isOutdated ? this.#replace(page) : this.#merge(page)));
  }

  #renderSoon() {
    this.#renderTimer ||= setTimeout(() => {
      this.#renderTimer = 0;
      // The same list is not rendered again.
      this.rows = this.#hasChangedRows ? this.#current() : this.rows;
      this.#hasChangedRows = false;
      this.#host.requestUpdate();
    }, RENDER_DELAY);
  }
}

/** A row as it is after a change. `changedAt` is the moment at which it is shown, to mark it. */
function changed(row, change) {
  return {
    ...row, status: change.status ?? row.status, updatedAt: change.at, changedAt: performance.now(),
    parked: change.change === 'parked' || (row.parked && change.status === 'suspended'),
    errorType: change.errorType ?? (change.status === 'faulted' ? row.errorType : undefined),
    endedAt: hasEnded(change) ? change.at : undefined, wakesAt: undefined,
  };
}
