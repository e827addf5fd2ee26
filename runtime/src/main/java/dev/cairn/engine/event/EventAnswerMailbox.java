package dev.cairn.engine.event;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/**
 * The answers of other nodes to a message with events: which instances each of them has reached. A node answers before it removes
 * the message, and only if an event has reached an instance. The answers lie in a mailbox of the message: to the store it is a node that is
 * never alive.
 */
final class EventAnswerMailbox {

    /** Ends the id of a message whose sender reads answers; the ids of earlier versions have none. */
    private static final String ANSWERABLE = "~t";
    private static final String MAILBOX = "~takers";
    private static final String REACHED = "reached";
    private static final String INSTANCES = "instances";
    private static final String SUSPENDED = "suspended";
    private static final String STORED = "stored";
    private static final String OF_ALL_NODES = "ofAllNodes";

    /** Maximum number of instances that an answer names for an event; the publisher asks the others again. */
    private static final int MAX_STORED = 1_000;

    private final NodeContext context;
    private final NodeMessages nodes;

    EventAnswerMailbox(NodeContext context, NodeMessages nodes) {
        this.context = context;
        this.nodes = nodes;
    }

    /**
     * The id of a message that is answered.
     *
     * @param fingerprint of the instances outside of memory that the sender finds
     */
    static String answerable(String messageId, String fingerprint) {
        return messageId + '~' + fingerprint + ANSWERABLE;
    }

    /** True if the sender of a message finds the instances outside of memory that a node with this fingerprint finds. */
    static boolean searches(String messageId, String fingerprint) {
        return fingerprint.isEmpty() || messageId.endsWith('~' + fingerprint + ANSWERABLE);
    }

    /**
     * Answers a message, if an event has reached an instance and the sender reads answers.
     *
     * @param reached the instances for each event
     * @param ofAllNodes true if these are the instances of all nodes
     * @return completes when the answer is durable; fails as the store does
     */
    Uni<Void> answer(String messageId, List<EventReach> reached, boolean ofAllNodes) {
        if (!messageId.endsWith(ANSWERABLE) || reached.stream().noneMatch(EventReach::isAny)) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom().deferred(() -> {
            ObjectNode json = JsonNodeFactory.instance.objectNode().put(OF_ALL_NODES, ofAllNodes);
            ArrayNode list = json.putArray(REACHED);
            for (EventReach reach : reached) {
                ObjectNode each = list.addObject().put(INSTANCES, reach.instances());
                reach.suspended().forEach(each.putArray(SUSPENDED)::add);
                reach.stored().stream().limit(MAX_STORED).forEach(each.putArray(STORED)::add);
            }
            String id = answerId(messageId, context.nodeId());
            byte[] body = context.options().journal().seal().seal(JsonCodec.write(json), new EntryPlace(id, 0));
            return nodes.tell(List.of(new NodeMessage(messageId + MAILBOX, id, body)));
        });
    }

    private static String answerId(String messageId, String nodeId) {
        return InstanceIdGenerator.ofKey(messageId, nodeId);
    }

    /**
     * Reads the answers of nodes that have handled a message, and removes them.
     *
     * @param events number of events of the message
     * @return the instances for each event; fails as the store does
     */
    Uni<List<EventReach>> collect(String messageId, Collection<String> nodeIds, int events) {
        if (nodeIds.isEmpty()) {
            return Uni.createFrom().item(sums(List.of(), events));
        }
        return Uni.createFrom().deferred(() -> nodes.told(messageId + MAILBOX, nodeIds.size())).invoke(this::remove)
                .map(answers -> sums(answers, events));
    }

    /** If it fails, the store drops them later. */
    private void remove(List<NodeMessage> answers) {
        if (!answers.isEmpty()) {
            Uni.createFrom().deferred(() -> nodes.heard(answers)).subscribe().with(nothing -> {}, failure -> {});
        }
    }

    private List<EventReach> sums(List<NodeMessage> answers, int events) {
        List<EventReach> sums = new ArrayList<>();
        List<JsonNode> read = answers.stream().map(this::read).toList();
        for (int i = 0; i < events; i++) {
            EventReach sum = EventReach.NONE;
            EventReach ofAllNodes = EventReach.NONE;
            for (JsonNode answer : read) {
                EventReach reach = reach(answer.path(REACHED).path(i));
                if (answer.path(OF_ALL_NODES).asBoolean()) {
                    ofAllNodes = ofAllNodes.or(reach);
                } else {
                    sum = sum.plus(reach);
                }
            }
            sums.add(sum.or(ofAllNodes));
        }
        return sums;
    }

    private static EventReach reach(JsonNode json) {
        return new EventReach(json.path(INSTANCES).asInt(), ids(json.path(SUSPENDED)), ids(json.path(STORED)));
    }

    private static Set<String> ids(JsonNode json) {
        Set<String> ids = new HashSet<>();
        json.forEach(id -> ids.add(id.asText()));
        return ids;
    }

    /** An unreadable answer counts as none: the instances have the events all the same. */
    private JsonNode read(NodeMessage answer) {
        try {
            return JsonCodec
                    .readWritten(context.options().journal().seal().open(answer.body(), new EntryPlace(answer.id(), 0)));
        } catch (RuntimeException unreadable) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
