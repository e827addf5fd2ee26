const MIN_SCALE = 0.08;
const MAX_SCALE = 3;
/** Scales 13 px text to 10 px, the smallest that is easy to read. */
const MIN_READABLE_SCALE = 0.78;
/** Bounds the size of texts in small graphs. */
const MAX_FIT_SCALE = 1.15;
const MARGIN = 20;
const DRAG_PIXELS = 4;

/**
 * Moves and scales the content of an SVG by mouse, touch and wheel; the wheel scales with Ctrl (as pinching a touchpad does) and moves
 * otherwise. The content moves by one attribute, without rendering.
 */
export class PanZoom {
  #pointers = new Map();
  #pinch = null;
  x = 0;
  y = 0;
  scale = 1;
  /** True once the viewer has moved or scaled the content: a fit would undo that. */
  touched = false;

  /** @param svg the element that gets pointers; its first `g.content` is moved */
  attach(svg) {
    this.svg = svg;
    svg.addEventListener('wheel', event => this.#wheel(event), { passive: false });
    svg.addEventListener('pointerdown', event => this.#down(event));
    svg.addEventListener('pointermove', event => this.#move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      svg.addEventListener(end, event => this.#up(event));
    }
    // A drag must not select the node below the pointer.
    svg.addEventListener('click', event => this.moved && event.stopPropagation(), { capture: true });
  }

  apply() {
    this.svg?.querySelector('g.content')?.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
  }

  /** The size of the SVG. The caller passes it: measuring here would force a layout in the middle of an update. */
  resize(width, height) {
    this.room = { width, height };
  }

  #room() {
    return this.room ?? this.svg?.getBoundingClientRect();
  }

  /** Shows all of the content; without `all`, its top if it could not be read otherwise. */
  fit(width, height, all = false) {
    const room = this.#room();
    if (!room?.width || !width) {
      return;
    }
    const across = (room.width - 2 * MARGIN) / width;
    const down = (room.height - 2 * MARGIN) / height;
    this.scale = clamp(Math.min(across, all ? down : Math.max(down, MIN_READABLE_SCALE)), MIN_SCALE, MAX_FIT_SCALE);
    this.x = (room.width - width * this.scale) / 2;
    this.y = Math.max(MARGIN, (room.height - height * this.scale) / 2);
    this.touched = false;
    this.apply();
  }

  /** Moves the least that lets a box be seen. */
  reveal(box) {
    const room = this.#room();
    const left = this.x + box.x * this.scale;
    const top = this.y + box.y * this.scale;
    const across = shift(left, left + box.width * this.scale, room.width);
    const down = shift(top, top + box.height * this.scale, room.height);
    if (across || down) {
      this.x += across;
      this.y += down;
      this.apply();
    }
  }

  /** Scales around a place of the SVG, by default its middle. */
  zoom(factor, at = null) {
    const room = this.#room();
    const [x, y] = at ?? [room.width / 2, room.height / 2];
    const scale = clamp(this.scale * factor, MIN_SCALE, MAX_SCALE);
    this.x = x - ((x - this.x) / this.scale) * scale;
    this.y = y - ((y - this.y) / this.scale) * scale;
    this.scale = scale;
    this.touched = true;
    this.apply();
  }

  pan(x, y) {
    this.x += x;
    this.y += y;
    this.touched = true;
    this.apply();
  }

  #wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.004), this.#place(event));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.pan(-(event.deltaX || event.deltaY), 0);
    } else if (this.#scrolls(event.deltaY)) {
      event.preventDefault();
      this.pan(0, -event.deltaY);
    }
  }

  /** True while the content can scroll further in a direction; at its end, the wheel scrolls the page. */
  #scrolls(delta) {
    const room = this.svg.getBoundingClientRect();
    const content = this.svg.querySelector('g.content').getBoundingClientRect();
    return delta > 0 ? content.bottom > room.bottom - MARGIN / 2 : content.top < room.top + MARGIN / 2;
  }

  #place(event) {
    const room = this.svg.getBoundingClientRect();
    return [event.clientX - room.left, event.clientY - room.top];
  }

  #down(event) {
    if (event.button > 0) {
      return;
    }
    this.#pointers.set(event.pointerId, this.#place(event));
    this.moved = false;
    this.start = this.#place(event);
    this.#pinch = this.#spread();
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      return;
    }
    const place = this.#place(event);
    this.#pointers.set(event.pointerId, place);
    if (this.#pointers.size === 1) {
      if (!this.moved && Math.hypot(place[0] - this.start[0], place[1] - this.start[1]) < DRAG_PIXELS) {
        this.#pointers.set(event.pointerId, before);
        return;
      }
      if (!this.moved) {
        this.moved = true;
        this.svg.setPointerCapture(event.pointerId);
        this.svg.classList.add('dragging');
      }
      this.pan(place[0] - before[0], place[1] - before[1]);
    } else {
      const spread = this.#spread();
      this.moved = true;
      this.pan((spread.x - this.#pinch.x), (spread.y - this.#pinch.y));
      this.zoom(spread.distance / this.#pinch.distance, [spread.x, spread.y]);
      this.#pinch = spread;
    }
  }

  #up(event) {
    this.#pointers.delete(event.pointerId);
    this.#pinch = this.#spread();
    this.svg.classList.remove('dragging');
  }

  #spread() {
    const [one, other] = [...this.#pointers.values()];
    return !other ? null : {
      x: (one[0] + other[0]) / 2, y: (one[1] + other[1]) / 2, distance: Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1])),
    };
  }
}

function clamp(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

function shift(from, to, room) {
  return from < MARGIN ? MARGIN - from : to > room - MARGIN ? Math.max(room - MARGIN - to, MARGIN - from) : 0;
}
