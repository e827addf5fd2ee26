package dev.cairn.engine.event.passive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.link.CorrelationSignature;
import dev.cairn.link.LinkedCorrelationSignature;
import dev.cairn.link.LinkedEventTrigger.CostlyFilterException;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * The keys by which events find listening instances in the store, made when the application starts. An event of a type that no
 * task listens for costs one lookup. Reports each signature once whose keys cost too much. Thread-safe.
 */
final class CorrelationKeyIndex {

    /** Number of characters of a fingerprint. */
    private static final int FINGERPRINT_LENGTH = 10;

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final NodeContext context;
    private final Map<String, List<LinkedCorrelationSignature>> byType = new HashMap<>();
    private final String fingerprint;
    private final Set<String> reportedSignatures = ConcurrentHashMap.newKeySet();

    CorrelationKeyIndex(NodeContext context) {
        this.context = context;
        Map<String, LinkedCorrelationSignature> byId = new TreeMap<>();
        for (InstalledProgram program : context.programs().all()) {
            program.listens().all().forEach(signature -> byId.put(signature.signature().id(), signature));
        }
        byId.values().forEach(signature -> byType.computeIfAbsent(signature.signature().type(), any -> new ArrayList<>())
                .add(signature));
        this.fingerprint = byId.isEmpty() ? ""
                : InstanceIdGenerator.ofKey("signatures", String.join(" ", byId.keySet()))
                        .substring(1, 1 + FINGERPRINT_LENGTH);
    }

    /** The same on nodes that give all events the same keys; empty if no event has a key. */
    String fingerprint() {
        return fingerprint;
    }

    /** True if events of a type may have keys. */
    boolean hasKeys(String type) {
        return byType.containsKey(type);
    }

    /** The keys of an event. A worker evaluates expressions that are too costly for an event loop. */
    Uni<Set<String>> keys(JsonNode event) {
        List<LinkedCorrelationSignature> signatures = byType.getOrDefault(event.path("type").asText(), List.of());
        Set<String> keys = new LinkedHashSet<>();
        List<LinkedCorrelationSignature> costly = new ArrayList<>();
        int budget = context.options().work().eventLoopBudget();
        for (LinkedCorrelationSignature signature : signatures) {
            try {
                signature.key(event, budget).ifPresent(keys::add);
            } catch (CostlyFilterException exhausted) {
                costly.add(signature);
            }
        }
        return costly.isEmpty() ? Uni.createFrom().item(keys) : Uni.createFrom().item(() -> {
            costly.forEach(signature -> onWorker(signature, event).ifPresent(keys::add));
            return keys;
        }).runSubscriptionOn(context.pureWork().lane("correlation")::add);
    }

    /** An instance leaves such an event too: it has the same budget. */
    private Optional<String> onWorker(LinkedCorrelationSignature signature, JsonNode event) {
        try {
            return signature.key(event, context.options().work().workerBudget());
        } catch (CostlyFilterException exhausted) {
            tooCostly(signature.signature(), event);
            return Optional.empty();
        }
    }

    private void tooCostly(CorrelationSignature signature, JsonNode event) {
        context.observers().engine().eventSearchLeftOut();
        if (reportedSignatures.add(signature.id())) {
            LOG.warnf(
                    "CAIRN-0833: Cannot look for instances outside of memory [type=%s, source=%s, id=%s, correlations=%s]: the values"
                            + " that an event has for the correlations take more than the %d steps that filters and correlations"
                            + " may take (quarkus.cairn.work.worker-budget). These instances do not get the event. More events may be"
                            + " left, without another message. Make the expressions cheaper, or raise the setting.",
                    signature.type(), event.path("source").asText(), event.path("id").asText(), signature.names(),
                    context.options().work().workerBudget());
        }
    }
}
