import { LitElement, html, nothing, svg } from 'lit';
import { formatCompact } from '../core/format.js';
import { controls } from '../core/styles.js';
import { foldGraph } from './graph-fold.js';
import { graphStyles } from './graph-styles.js';
import { PanZoom } from './pan-zoom.js';

const MARKERS = new Set(['start', 'end', 'workflow-end']);
/** In larger graphs all compound nodes are closed at first. */
const MAX_OPEN_NODES = 120;
const ICONS = {
  completed: 'm-3 .3 2 2 4-4.6', running: 'M-1.6-3v6l4.4-3Z', waiting: 'M0-2.6V0l1.8 1.2M0 3.6A3.6 3.6 0 1 0 0-3.6 3.6 3.6 0 0 0 0 3.6', faulted: 'm-2.4-2.4 4.8 4.8m0-4.8-4.8 4.8',
  cancelled: 'M-2.6 0h5.2', skipped: 'M-2.8-2 0 0l-2.8 2M.4-2 3.2 0 .4 2',
};
const ARROWS = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };

/**
 * The graph of a workflow: `<cairn-flow-graph .graph .states .ways selected="/do/0/pay">`. The build computes the layout.
 *
 * `graph` is the answer of `GET /workflows/{workflow}/graph`; `states` a Map of task → `{status, count, faulted}` and `ways` a Set as
 * `RunHistory` gives them, both optional. Sends `task-select` with `{task}` for a click on a task. Keys: arrows go to the next node, Enter
 * selects it, Space opens or closes it, `+` `-` `0` scale.
 */
export class FlowGraph extends LitElement {
  static properties = {
    graph: { attribute: false },
    states: { attribute: false },
    ways: { attribute: false },
    selected: {},
    closed: { state: true },
    focused: { state: true },
  };

  static styles = [controls, graphStyles];

  #panZoom = new PanZoom();
  #resizes = new ResizeObserver(([{ contentRect }]) => {
    this.#panZoom.resize(contentRect.width, contentRect.height);
    if (!this.#panZoom.touched) {
      this.#fitReadably();
    }
  });

  constructor() {
    super();
    this.closed = new Set();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resizes.observe(this);
  }

  willUpdate(changed) {
    if (changed.has('graph') && this.graph) {
      const parents = new Set(this.graph.nodes.map(node => node.parent).filter(Boolean));
      this.compounds = this.graph.nodes.filter(node => parents.has(node.id));
      this.closed = this.graph.nodes.length > MAX_OPEN_NODES ? new Set(this.compounds.map(node => node.id)) : new Set();
    }
    if (changed.has('graph') && this.selected) {
      this.#openAround(this.selected);
    }
    if (this.graph && (changed.has('graph') || changed.has('closed'))) {
      this.view = foldGraph(this.graph, this.closed);
      this.focused = this.view.nodes.some(node => node.id === this.focused) ? this.focused
        : this.view.nodes.find(node => !MARKERS.has(node.kind))?.id;
    }
    this.marked = this.view && this.selected ? this.#visible(this.selected) : undefined;
  }

  firstUpdated() {
    this.#panZoom.attach(this.renderRoot.querySelector('svg.canvas'));
  }

  updated(changed) {
    if (!this.view) {
      return;
    }
    if (changed.has('graph') || changed.has('closed') && !this.#panZoom.touched) {
      this.#fitReadably();
    } else if (changed.has('selected')) {
      this.#revealMarked();
    }
  }

  #fitReadably() {
    if (this.view) {
      this.#panZoom.fit(this.view.width, this.view.height);
      this.#revealMarked();
    }
  }

  #fit() {
    this.#panZoom.fit(this.view.width, this.view.height, true);
  }

  #revealMarked() {
    const node = this.view.nodes.find(each => each.id === this.marked);
    if (node) {
      this.#panZoom.reveal(node.compound ? { ...node, height: 40 } : node);
    }
  }

  /** The node of a task, or the closed node that hides it. */
  #visible(task) {
    const byId = new Map(this.graph.nodes.map(node => [node.id, node]));
    const shown = new Set(this.view.nodes.map(node => node.id));
    let node = this.graph.nodes.find(each => each.task === task);
    while (node && !shown.has(node.id)) {
      node = byId.get(node.parent);
    }
    return node?.id;
  }

  /** Opens the closed nodes around a task. */
  #openAround(task) {
    const byId = new Map(this.graph?.nodes.map(node => [node.id, node]));
    const opened = new Set(this.closed);
    for (let node = this.graph?.nodes.find(each => each.task === task); node?.parent; node = byId.get(node.parent)) {
      opened.delete(node.parent);
    }
    if (opened.size !== this.closed.size) {
      this.closed = opened;
    }
  }

  render() {
    const { view } = this;
    return html`
      <svg class="canvas" role="group" aria-label="Graph of the workflow" @keydown=${this.#key}>
        <g class="content">${view ? [
          // Later elements are drawn above earlier ones: children above their parents, edges above all nodes.
          view.nodes.map(node => this.#node(node)), view.edges.map(edge => this.#edge(edge)),
        ] : nothing}</g>
      </svg>
      <div class="tools">
        ${this.compounds?.length ? html`<button class="small" @click=${this.#toggleAll}>${this.closed.size ? 'Open all' : 'Close all'}</button>` : nothing}
        <button class="icon" aria-label="Zoom out" title="Zoom out (−)" @click=${() => this.#panZoom.zoom(1 / 1.3)}>−</button>
        <button class="icon" aria-label="Zoom in" title="Zoom in (+)" @click=${() => this.#panZoom.zoom(1.3)}>+</button>
        <button class="small" title="Show all (0)" @click=${this.#fit}>Fit</button>
      </div>`;
  }

  #state(node) {
    const state = node.task && this.states?.get(node.task);
    return state || (node.closed || node.kind === 'extended' ? this.#stateInside(node) : undefined);
  }

  /** Groups have no runs of their own. */
  #stateInside(group) {
    if (!this.states || group.task) {
      return undefined;
    }
    const inside = this.graph.nodes.filter(node => node.parent === group.id && node.task).map(node => this.states.get(node.task)).filter(Boolean);
    return inside.at(-1) && { ...inside.at(-1), count: 1 };
  }

  #node(node) {
    if (MARKERS.has(node.kind)) {
      return this.#marker(node);
    }
    const state = this.#state(node);
    const classes = ['node', node.kind, node.compound ? 'compound' : '', node.closed ? 'closed' : '', node.id === this.marked ? 'selected' : '',
      state ? `ran ${state.status}` : this.states ? 'unseen' : ''].filter(Boolean).join(' ');
    // The label begins with the visible texts, unchanged: voice control finds an element by them.
    const count = state?.count > 1 ? `${formatCompact(state.count)} times` : '';
    const label = node.label ?? node.name;
    const words = [[label, node.label && node.name, node.summary, node.task && node.kind, count].filter(Boolean).join(' '), node.task ? '' : node.kind, state?.status,
      node.compound ? (node.closed ? 'closed' : 'open') : ''].filter(Boolean).join(', ');
    return svg`
      <g class=${classes} data-id=${node.id} role="button" tabindex=${node.id === this.focused ? 0 : -1} aria-label=${words}
        aria-expanded=${node.compound ? String(!node.closed) : nothing} @click=${event => this.#select(event, node)} @dblclick=${() => this.#toggle(node)}
        @focus=${() => (this.focused = node.id)}>
        <rect class="box" x=${node.x} y=${node.y} width=${node.width} height=${node.height} rx="6"></rect>
        <text x=${node.x + 12} y=${node.y + 19}>${label}${node.label ? svg`<title>${node.name}</title>` : nothing}</text>
        ${node.summary ? svg`<text class="summary" x=${node.x + 12} y=${node.y + 36}>${node.summary}</text>` : nothing}
        ${node.task ? svg`<text class="kind" x=${node.x + 10} y=${node.y + 3}>${node.kind}</text>` : nothing}
        ${node.compound ? this.#toggleSign(node) : nothing}
        ${state ? this.#badge(node, state) : nothing}
      </g>`;
  }

  #toggleSign(node) {
    const x = node.x + node.width - 18;
    const y = node.y + 15;
    return svg`<rect class="toggle-room" x=${x - 10} y=${y - 11} width="22" height="22" @click=${event => { event.stopPropagation(); this.#toggle(node); }}></rect>
      <path class="toggle" pointer-events="none" d=${node.closed ? `M${x - 3} ${y - 4}l4 4-4 4` : `M${x - 4} ${y - 2}l4 4 4-4`}></path>`;
  }

  #badge(node, state) {
    const count = state.count > 1 ? formatCompact(state.count) : '';
    const width = 16 + (count ? 6 + count.length * 7.2 : 0);
    const left = node.x + node.width - width + 8;
    return svg`<rect class="badge-box" x=${left} y=${node.y - 8} width=${width} height="16" rx="8"></rect>
      <path class="badge-icon" transform="translate(${left + 8} ${node.y})" d=${ICONS[state.status] ?? ICONS.completed}></path>
      ${count ? svg`<text class="badge-count" x=${left + 16} y=${node.y + 4}>${count}</text>` : nothing}`;
  }

  #marker(node) {
    const radius = node.width / 2;
    const [x, y] = [node.x + radius, node.y + radius];
    return svg`<circle class="marker ${node.kind}" cx=${x} cy=${y} r=${radius - 1}><title>${node.kind === 'start' ? 'Begins here' : node.kind === 'end' ? 'Ends here' : 'Ends the workflow'}</title></circle>
      ${node.kind === 'start' ? nothing : svg`<circle class="marker dot" cx=${x} cy=${y} r=${radius / 2 - 1}></circle>`}`;
  }

  #edge(edge) {
    const taken = this.#taken(edge) ? ' taken' : '';
    return svg`<path class="edge ${edge.kind}${taken}" d=${rounded(edge.points)}></path>
      <path class="tip ${edge.kind}${taken}" d=${tip(edge.points)}></path>
      ${edge.label ? svg`<text class="label" x=${edge.labelX} y=${edge.labelY + 13}>${edge.label}</text>` : nothing}`;
  }

  /** Markers have no runs: a task that was first in its list came from the marker. */
  #taken(edge) {
    const from = taskOf(edge.from);
    const to = taskOf(edge.to);
    return this.ways && edge.kind !== 'error' && (from !== null || to !== null) && this.ways.has(`${from ?? ''}→${to ?? ''}`);
  }

  #select(event, node) {
    this.focused = node.id;
    event.stopPropagation();
    if (node.task) {
      this.dispatchEvent(new CustomEvent('task-select', { detail: { task: node.task }, bubbles: true, composed: true }));
    } else {
      this.#toggle(node);
    }
  }

  #toggle(node) {
    if (node.compound) {
      const closed = new Set(this.closed);
      closed.delete(node.id) || closed.add(node.id);
      this.closed = closed;
    }
  }

  #toggleAll() {
    this.closed = this.closed.size ? new Set() : new Set(this.compounds.map(node => node.id));
    this.#panZoom.touched = false;
  }

  #key(event) {
    const node = this.view?.nodes.find(each => each.id === this.focused);
    const actions = {
      '+': () => this.#panZoom.zoom(1.3), '=': () => this.#panZoom.zoom(1.3), '-': () => this.#panZoom.zoom(1 / 1.3), 0: () => this.#fit(),
      Enter: () => node && this.#select(event, node), ' ': () => node && this.#toggle(node),
    };
    const act = ARROWS[event.key] ? () => this.#go(node, ARROWS[event.key]) : actions[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }

  /** Goes to the nearest node in a direction. */
  async #go(from, [x, y]) {
    const middle = node => [node.x + node.width / 2, node.y + (node.compound ? 10 : node.height / 2)];
    const [left, top] = from ? middle(from) : [0, 0];
    let best = null;
    for (const node of this.view.nodes) {
      const [across, down] = [middle(node)[0] - left, middle(node)[1] - top];
      const ahead = across * x + down * y;
      const aside = Math.abs(across * y) + Math.abs(down * x);
      if (!MARKERS.has(node.kind) && node.id !== from?.id && ahead > 1 && (!best || ahead + 2 * aside < best.distance)) {
        best = { node, distance: ahead + 2 * aside };
      }
    }
    if (best) {
      this.focused = best.node.id;
      await this.updateComplete;
      [...this.renderRoot.querySelectorAll('g.node')].find(each => each.dataset.id === best.node.id)?.focus();
      this.#panZoom.reveal(best.node.compound ? { ...best.node, height: 40 } : best.node);
    }
  }
}

/** The task of a node by its id; empty for the workflow, null for markers and groups. */
function taskOf(id) {
  return MARKERS.has(id) || /#(start|end|workflow-end)$/.test(id) ? null : id.replace(/#extended$/, '');
}

/** A line with round corners. */
function rounded(points) {
  let path = `M${points[0]}`;
  for (let at = 1; at < points.length - 1; at++) {
    const [before, corner, after] = [points[at - 1], points[at], points[at + 1]];
    const radius = Math.min(6, distance(before, corner) / 2, distance(corner, after) / 2);
    path += `L${toward(corner, before, radius)}Q${corner} ${toward(corner, after, radius)}`;
  }
  return `${path}L${points.at(-1)}`;
}

function tip(points) {
  const end = points.at(-1);
  const before = points.findLast(point => distance(point, end) > 0.5) ?? [end[0], end[1] - 1];
  const [x, y] = [(end[0] - before[0]) / distance(before, end), (end[1] - before[1]) / distance(before, end)];
  return `M${end}L${end[0] - 7 * x - 3.5 * y} ${end[1] - 7 * y + 3.5 * x}L${end[0] - 7 * x + 3.5 * y} ${end[1] - 7 * y - 3.5 * x}Z`;
}

function distance([x, y], [left, top]) {
  return Math.hypot(x - left, y - top);
}

function toward([x, y], to, length) {
  const whole = distance([x, y], to) || 1;
  return [x + ((to[0] - x) / whole) * length, y + ((to[1] - y) / whole) * length];
}

customElements.define('cairn-flow-graph', FlowGraph);
