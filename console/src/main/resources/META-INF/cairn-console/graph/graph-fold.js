/** Pixels that stay free beside a line, so that lines do not overlap. */
const LINE_ROOM = 6;
const TITLE_PADDING = 12;
const LINE_HEIGHT = 18;
const CHARACTER_WIDTH = 7.4;

/**
 * The visible part of a graph with closed nodes. The build lays out the graph with all nodes open. Closing a node removes the strips of both
 * axes that nothing visible needs. All other nodes keep their order and distances, so the viewer keeps his place. Edges of a closed node end
 * at its box.
 *
 * @param graph as `GET /workflows/{workflow}/graph` gives it
 * @param closed ids of closed nodes
 * @return {width, height, nodes, edges} with `compound` and `closed` in each node
 */
export function foldGraph(graph, closed) {
  const parents = new Set(graph.nodes.map(node => node.parent).filter(Boolean));
  const hidden = new Set();
  const visible = [];
  // Parents precede their children in the list.
  for (const node of graph.nodes) {
    if (node.parent && (hidden.has(node.parent) || closed.has(node.parent))) {
      hidden.add(node.id);
    } else {
      visible.push({ ...node, compound: parents.has(node.id), closed: parents.has(node.id) && closed.has(node.id) });
    }
  }
  const edges = graph.edges.filter(edge => !hidden.has(edge.from) && !hidden.has(edge.to));
  const shut = visible.filter(node => node.closed);
  if (shut.length === 0) {
    return { width: graph.width, height: graph.height, nodes: visible, edges };
  }
  const x = new FoldedAxis(shut.map(hiddenColumns), neededColumns(visible, edges), graph.width);
  const y = new FoldedAxis(shut.map(hiddenRows), neededRows(visible, edges), graph.height);
  return {
    width: x.at(graph.width),
    height: y.at(graph.height),
    nodes: visible.map(node => ({
      ...node, x: x.at(node.x), y: y.at(node.y), width: x.at(node.x + node.width) - x.at(node.x), height: y.at(node.y + node.height) - y.at(node.y),
    })),
    edges: edges.map(edge => ({
      ...edge,
      points: edge.points.map(([left, top]) => [x.at(left), y.at(top)]),
      ...(edge.label ? { labelX: x.at(edge.labelX), labelY: y.at(edge.labelY) } : {}),
    })),
  };
}

function titleHeight(node) {
  return TITLE_PADDING + LINE_HEIGHT * (node.summary ? 2 : 1);
}

function titleWidth(node) {
  return Math.max(90, Math.max((node.label ?? node.name)?.length ?? 0, node.summary?.length ?? 0) * CHARACTER_WIDTH + 2 * TITLE_PADDING);
}

function hiddenRows(node) {
  return [node.y + Math.min(titleHeight(node), node.height), node.y + node.height];
}

function hiddenColumns(node) {
  return [node.x, node.x + node.width];
}

/** Leaves and titles; open nodes are as large as their children. */
function neededRows(nodes, edges) {
  const rows = nodes.map(node => [node.y, node.y + (node.compound ? titleHeight(node) : node.height)]);
  for (const edge of edges) {
    const inner = edge.points.slice(1, -1);
    rows.push(...inner.map(([, top]) => [top - LINE_ROOM, top + LINE_ROOM]));
    if (edge.label) {
      rows.push([edge.labelY, edge.labelY + LINE_HEIGHT]);
    }
  }
  return rows;
}

function neededColumns(nodes, edges) {
  const columns = nodes.map(node => {
    const width = node.compound ? Math.min(node.width, titleWidth(node)) : node.width;
    const left = node.closed ? node.x + (node.width - width) / 2 : node.x;
    return [left, left + width];
  });
  for (const edge of edges) {
    columns.push(...edge.points.map(([left]) => [left - LINE_ROOM, left + LINE_ROOM]));
    if (edge.label) {
      columns.push([edge.labelX, edge.labelX + edge.label.length * CHARACTER_WIDTH]);
    }
  }
  return columns;
}

/** Maps places of an axis, from which strips are taken out, to where they are then. */
class FoldedAxis {
  constructor(hidden, needed, length) {
    const ends = [...new Set([0, length, ...hidden.flat(), ...needed.flat()])].sort((one, other) => one - other);
    this.places = [0];
    this.ends = ends;
    for (let index = 1; index < ends.length; index++) {
      const middle = (ends[index - 1] + ends[index]) / 2;
      const taken = lies(middle, hidden) && !lies(middle, needed);
      this.places.push(this.places[index - 1] + (taken ? 0 : ends[index] - ends[index - 1]));
    }
    // The axis begins at 0, wherever the first end is.
    this.offset = this.places[ends.indexOf(0)];
  }

  at(place) {
    let low = 0;
    let high = this.ends.length - 1;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] <= place) {
        low = middle;
      } else {
        high = middle;
      }
    }
    const length = this.ends[high] - this.ends[low];
    const part = length ? (place - this.ends[low]) / length : 0;
    return this.places[low] + part * (this.places[high] - this.places[low]) - this.offset;
  }
}

function lies(place, intervals) {
  return intervals.some(([from, to]) => from <= place && place < to);
}
