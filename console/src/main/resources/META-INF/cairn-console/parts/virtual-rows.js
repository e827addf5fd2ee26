/** Rows rendered before and after those that are seen, so that fast scrolling shows no holes. */
const OVERSCAN = 8;
/** Rows rendered at most, should the scrolling element have no bound of its height. */
const MAX_RENDERED = 250;

/**
 * Renders only the rows of a list that are seen. The host has one scrolling element; all rows are equally high. The host's template
 * asks `window(count)` and gives `sizer` the height and offset.
 */
export class VirtualRows {
  #host;
  #selector;
  #scroller = null;
  #observer = null;
  #scheduled = 0;

  /**
   * @param host a LitElement
   * @param selector of the scrolling element in its shadow root
   * @param rowHeight pixels
   */
  constructor(host, selector, rowHeight) {
    this.#host = host;
    this.#selector = selector;
    this.rowHeight = rowHeight;
    host.addController(this);
  }

  hostUpdated() {
    // An element that was removed may be updated once more, and would be observed for ever.
    if (!this.#host.isConnected) {
      return;
    }
    const scroller = this.#host.renderRoot.querySelector(this.#selector);
    if (scroller === this.#scroller) {
      return;
    }
    this.hostDisconnected();
    this.#scroller = scroller;
    if (scroller) {
      scroller.addEventListener('scroll', this.#changed, { passive: true });
      this.#observer = new ResizeObserver(this.#changed);
      this.#observer.observe(scroller);
      this.#changed();
    }
  }

  hostDisconnected() {
    cancelAnimationFrame(this.#scheduled);
    this.#scheduled = 0;
    this.#observer?.disconnect();
    this.#scroller?.removeEventListener('scroll', this.#changed);
    this.#scroller = null;
  }

  #changed = () => {
    this.#scheduled ||= requestAnimationFrame(() => {
      this.#scheduled = 0;
      this.#host.requestUpdate();
    });
  };

  /** The rows to render: [first, last). */
  window(count) {
    const height = this.#scroller?.clientHeight || 20 * this.rowHeight;
    const top = Math.min(this.#scroller?.scrollTop ?? 0, Math.max(0, count * this.rowHeight - height));
    const first = Math.max(0, Math.floor(top / this.rowHeight) - OVERSCAN);
    return { first, last: Math.min(count, first + MAX_RENDERED, Math.ceil((top + height) / this.rowHeight) + OVERSCAN) };
  }

  /** CSS properties of the element around the rows: its height, and how far down the first one is. */
  sizer(count, first) {
    return { '--rows-height': `${count * this.rowHeight}px`, '--rows-top': `${first * this.rowHeight}px` };
  }

  /** Scrolls as little as needed for a row to be seen. */
  reveal(index, headerHeight = 0) {
    const scroller = this.#scroller;
    if (!scroller) {
      return;
    }
    const top = index * this.rowHeight;
    const bottom = top + this.rowHeight + headerHeight;
    if (top < scroller.scrollTop) {
      scroller.scrollTop = top;
    } else if (bottom > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = bottom - scroller.clientHeight;
    }
  }
}
