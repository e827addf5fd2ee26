package dev.cairn.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.SupersededNodeException;
import dev.cairn.time.TimeSource;

/** Registry of the nodes that share a {@link MemoryStore}: their leases, and the messages between them. */
final class MemoryNodeRegistry {

    private final TimeSource clock;
    private final Map<String, Long> aliveUntilMillis = new LinkedHashMap<>();
    private final Map<String, Long> takesOverUntilMillis = new HashMap<>();
    /** The life that each node is in, or was in last. */
    private final Map<String, String> lives = new HashMap<>();
    private final Set<String> superseded = new HashSet<>();
    private final List<InstanceMessage> messages = new ArrayList<>();
    private final List<NodeMessage> toNodes = new ArrayList<>();

    MemoryNodeRegistry(TimeSource clock) {
        this.clock = clock;
    }

    long heartbeat(Node node, long aliveForMillis) {
        long now = clock.millis();
        if (!superseded.contains(node.id())) {
            begin(node);
            if (aliveForMillis > 0) {
                aliveUntilMillis.put(node.id(), now + aliveForMillis);
            } else {
                aliveUntilMillis.remove(node.id());
            }
        } else if (aliveForMillis > 0) {
            throw new SupersededNodeException(node);
        }
        takesOverUntilMillis.put(node.id(), now + InstanceStore.takeoverMillis(aliveForMillis));
        return now;
    }

    private void begin(Node node) {
        String before = lives.put(node.name(), node.id());
        if (before != null && !before.equals(node.id())) {
            superseded.add(before);
            aliveUntilMillis.remove(before);
        }
    }

    long nowMillis() {
        return clock.millis();
    }

    /** Until when a node may take something over that it asks for now; without bounds if it has sent no heartbeat. */
    long takesOverUntilMillis(String nodeId) {
        return takesOverUntilMillis.getOrDefault(nodeId, Long.MAX_VALUE);
    }

    boolean isAlive(String nodeId) {
        return nodeId != null && aliveUntilMillis.getOrDefault(nodeId, Long.MIN_VALUE) > clock.millis();
    }

    List<NodeLease> leases() {
        return aliveUntilMillis.entrySet().stream().filter(node -> isAlive(node.getKey()))
                .map(node -> new NodeLease(node.getKey(), node.getValue() - clock.millis())).toList();
    }

    void tell(List<NodeMessage> told) {
        told.stream().filter(message -> toNodes.stream().noneMatch(known -> isSame(known, message))).forEach(toNodes::add);
    }

    List<NodeMessage> told(String nodeId, int limit) {
        return toNodes.stream().filter(message -> message.nodeId().equals(nodeId)).limit(limit).toList();
    }

    void heard(List<NodeMessage> done) {
        toNodes.removeIf(message -> done.stream().anyMatch(other -> isSame(message, other)));
    }

    private static boolean isSame(NodeMessage one, NodeMessage other) {
        return one.id().equals(other.id()) && one.nodeId().equals(other.nodeId());
    }

    void post(InstanceMessage message) {
        if (!isPosted(message)) {
            messages.add(message);
        }
    }

    boolean isPosted(InstanceMessage message) {
        return messages.stream().anyMatch(known -> known.id().equals(message.id()));
    }

    List<InstanceMessage> messages(Predicate<String> ofInstance, int limit) {
        return messages.stream().filter(message -> ofInstance.test(message.instanceId())).limit(limit).toList();
    }

    void handled(List<InstanceMessage> done) {
        List<String> ids = done.stream().map(InstanceMessage::id).toList();
        messages.removeIf(message -> ids.contains(message.id()));
    }

    void removed(List<String> instanceIds) {
        messages.removeIf(message -> instanceIds.contains(message.instanceId()));
    }
}
