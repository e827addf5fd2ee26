package dev.cairn.deployment.graph;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.OrderingStrategy;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.math.KVector;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.SizeConstraint;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Lays out a flow graph from top to bottom with the layered algorithm of Eclipse ELK, and writes it as JSON. The same graph always gets the
 * same coordinates, which are pixels from the upper left corner of the whole.
 */
final class GraphLayout {

    private static final String LAYERED = "org.eclipse.elk.layered";
    /** Of a text of 13 pixels in a proportional font; wide enough for capitals. */
    private static final double CHARACTER_WIDTH = 7.4;
    private static final double LINE_HEIGHT = 18;
    private static final double NODE_PADDING = 12;
    private static final double MIN_NODE_WIDTH = 90;
    private static final double MARKER_SIZE = 12;
    private static final double GROUP_PADDING = 14;

    static {
        // ELK's own search depends on the class loader of the thread.
        LayoutMetaDataService.getInstance().registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
    }

    private final Map<String, ElkNode> placed = new HashMap<>();
    /** By identity: two cases of a switch may be equal. */
    private final Map<FlowEdge, ElkEdge> lines = new IdentityHashMap<>();
    private final ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode edges = JsonNodeFactory.instance.arrayNode();

    private GraphLayout() {}

    /** The graph with coordinates; its form is that of {@link WorkflowGraphJson#of}. */
    static ObjectNode json(FlowGraph graph) {
        return new GraphLayout().layOut(graph);
    }

    private ObjectNode layOut(FlowGraph graph) {
        ElkNode root = ElkGraphUtil.createGraph();
        fill(root, graph, GROUP_PADDING);
        new RecursiveGraphLayoutEngine().layout(root, new BasicProgressMonitor());
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("width", Math.ceil(root.getWidth()));
        json.put("height", Math.ceil(root.getHeight()));
        write(graph, null, 0, 0);
        json.set("nodes", nodes);
        json.set("edges", edges);
        return json;
    }

    private void fill(ElkNode parent, FlowGraph graph, double topPadding) {
        parent.setProperty(CoreOptions.ALGORITHM, LAYERED);
        parent.setProperty(CoreOptions.DIRECTION, Direction.DOWN);
        // Branches and cases stand from left to right as they were written.
        parent.setProperty(LayeredOptions.CONSIDER_MODEL_ORDER_STRATEGY, OrderingStrategy.NODES_AND_EDGES);
        parent.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        parent.setProperty(CoreOptions.PADDING, new ElkPadding(topPadding, GROUP_PADDING, GROUP_PADDING, GROUP_PADDING));
        for (FlowNode node : graph.nodes()) {
            ElkNode child = ElkGraphUtil.createNode(parent);
            placed.put(node.id(), child);
            if (node.isCompound()) {
                double title = LINE_HEIGHT * node.texts().size() + NODE_PADDING;
                fill(child, node.content(), title);
                child.setProperty(CoreOptions.NODE_SIZE_CONSTRAINTS, EnumSet.of(SizeConstraint.MINIMUM_SIZE));
                child.setProperty(CoreOptions.NODE_SIZE_MINIMUM, new KVector(width(node), title));
            } else if (node.isMarker()) {
                child.setDimensions(MARKER_SIZE, MARKER_SIZE);
            } else {
                child.setDimensions(width(node), LINE_HEIGHT * node.texts().size() + NODE_PADDING);
            }
        }
        graph.edges().forEach(edge -> connect(parent, edge));
    }

    private void connect(ElkNode parent, FlowEdge edge) {
        ElkEdge line = ElkGraphUtil.createSimpleEdge(placed.get(edge.from()), placed.get(edge.to()));
        lines.put(edge, line);
        if (!edge.label().isEmpty()) {
            ElkLabel label = ElkGraphUtil.createLabel(edge.label(), line);
            label.setDimensions(edge.label().length() * CHARACTER_WIDTH, LINE_HEIGHT);
        }
        ElkGraphUtil.updateContainment(line);
    }

    private static double width(FlowNode node) {
        int characters = node.texts().stream().mapToInt(String::length).max().orElse(0);
        return Math.max(MIN_NODE_WIDTH, characters * CHARACTER_WIDTH + 2 * NODE_PADDING);
    }

    private void write(FlowGraph graph, String parent, double left, double top) {
        for (FlowNode node : graph.nodes()) {
            ElkNode place = placed.get(node.id());
            double x = left + place.getX();
            double y = top + place.getY();
            ObjectNode json = nodes.addObject();
            json.put("id", node.id());
            put(json, "parent", parent);
            put(json, "task", node.task());
            put(json, "name", node.name());
            if (!node.label().equals(node.name())) {
                json.put("label", node.label());
            }
            json.put("kind", node.kind());
            TaskFacts facts = node.facts();
            put(json, "summary", facts.summary());
            if (facts.line() > 0) {
                json.put("line", facts.line());
            }
            if (!facts.variables().isEmpty()) {
                facts.variables().forEach(json.putArray("variables")::add);
            }
            if (!facts.events().isEmpty()) {
                facts.events().forEach(json.putArray("events")::add);
            }
            if (facts.updates() != null) {
                ArrayNode updates = json.putArray("updates");
                facts.updates().forEach(updates::add);
            }
            json.put("x", rounded(x)).put("y", rounded(y));
            json.put("width", rounded(place.getWidth())).put("height", rounded(place.getHeight()));
            write(node.content(), node.id(), x, y);
        }
        graph.edges().forEach(edge -> write(edge, left, top));
    }

    private void write(FlowEdge edge, double left, double top) {
        ElkEdge line = lines.get(edge);
        ObjectNode json = edges.addObject();
        json.put("from", edge.from()).put("to", edge.to()).put("kind", edge.kind());
        for (ElkLabel label : line.getLabels()) {
            json.put("label", edge.label()).put("labelX", rounded(left + label.getX())).put("labelY",
                    rounded(top + label.getY()));
        }
        ArrayNode points = json.putArray("points");
        ElkEdgeSection section = line.getSections().get(0);
        point(points, left + section.getStartX(), top + section.getStartY());
        for (ElkBendPoint bend : section.getBendPoints()) {
            point(points, left + bend.getX(), top + bend.getY());
        }
        point(points, left + section.getEndX(), top + section.getEndY());
    }

    private static void point(ArrayNode points, double x, double y) {
        points.addArray().add(rounded(x)).add(rounded(y));
    }

    private static void put(ObjectNode json, String field, String value) {
        if (value != null && !value.isEmpty()) {
            json.put(field, value);
        }
    }

    private static double rounded(double pixels) {
        return Math.round(pixels * 10) / 10.0;
    }
}
