/** Rows rendered before and after those that are seen, so that fast scrolling shows no holes. */
const OVERSCAN = 8;
/** Rows rendered at most, should the scrolling element have no bound of its height. */
const MAX_RENDERED = 250;

/**
 * Renders only the rows of a list that are seen. The host has one scrolling element; all rows are equally high. The host's template
 * asks `window(count)`, and `sizer` and `mover` for the size and place of the elements around.
 */
export class VirtualRows {
  #host;
  #selector;
  #scroller = null;
  #observer = null;
  #scheduled = 0;
  /** As last observed: measuring the element would force a layout in the middle of an update. */
  #height = 0;
  #top = 0;

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
      scroller.addEventListener('scroll', this.#scrolled, { passive: true });
      this.#observer = new ResizeObserver(this.#resized);
      this.#observer.observe(scroller);
    }
  }

  hostDisconnected() {
    cancelAnimationFrame(this.#scheduled);
    this.#scheduled = 0;
    this.#observer?.disconnect();
    this.#scroller?.removeEventListener('scroll', this.#scrolled);
    this.#scroller = null;
    this.#height = 0;
    this.#top = 0;
  }

  #resized = () => {
    this.#height = this.#scroller.clientHeight;
    this.#changed();
  };

  #scrolled = () => {
    this.#top = this.#scroller.scrollTop;
    this.#changed();
  };

  #changed = () => {
    this.#scheduled ||= requestAnimationFrame(() => {
      this.#scheduled = 0;
      this.#host.requestUpdate();
    });
  };

  /** Height of the scrolling element, pixels; 0 before it is known. */
  get height() {
    return this.#height;
  }

  /** The rows to render: [first, last). */
  window(count) {
    const height = this.#height || 20 * this.rowHeight;
    const top = Math.min(this.#top, Math.max(0, count * this.rowHeight - height));
    const first = Math.max(0, Math.floor(top / this.rowHeight) - OVERSCAN);
    return { first, last: Math.min(count, first + MAX_RENDERED, Math.ceil((top + height) / this.rowHeight) + OVERSCAN) };
  }

  /** CSS of the element around all rows: its height. */
  sizer(count) {
    return { height: `${count * this.rowHeight}px` };
  }

  /** CSS of the element around the rendered rows: how far down the first one is. A property of the element itself, so that rows keep their styles. */
  mover(first) {
    return { transform: `translateY(${first * this.rowHeight}px)` };
  }

  /** Scrolls as little as needed for a row to be seen. */
  reveal(index, headerHeight = 0) {
    const scroller = this.#scroller;
    if (!scroller) {
      return;
    }
    const top = index * this.rowHeight;
    const bottom = top + this.rowHeight + headerHeight;
    const height = this.#height || scroller.clientHeight;
    if (top < this.#top) {
      scroller.scrollTop = top;
    } else if (bottom > this.#top + height) {
      scroller.scrollTop = bottom - height;
    } else {
      return;
    }
    this.#top = scroller.scrollTop;
  }
}
