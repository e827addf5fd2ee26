package dev.cairn.management.endpoint;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.Engine;
import dev.cairn.engine.rate.InstanceRates;
import dev.cairn.engine.rate.RateKind;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleWorkflows;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** Shows how many instances began and ended lately on this node. */
@Singleton
public final class RateEndpoints implements ManagementEndpointProvider {

    private final Engine engine;
    private final InstanceRates rates;

    RateEndpoints(Engine engine, InstanceRates rates) {
        this.engine = engine;
        this.rates = rates;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.SHOW_RATES, this::show);
    }

    /** On a worker: an application may have many workflows. */
    private Uni<ManagementAnswer> show(ManagementRequest request) {
        return Uni.createFrom().item(() -> shown(request)).runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private ManagementAnswer shown(ManagementRequest request) {
        String name = request.query().text(ManagementParameter.WORKFLOW);
        Collection<String> workflows = name == null ? rates.workflows()
                : List.of(new VisibleWorkflows(engine.programs(), request.access()).find(name));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("intervalSeconds", rates.interval().toSeconds()).put("latest", rates.latest().toString());
        ArrayNode list = json.putArray("workflows");
        for (String workflow : workflows) {
            ObjectNode counted = counted(workflow);
            if (request.access().may(ManagementPermission.VIEW, workflow) && (name != null || counted.size() > 1)) {
                list.add(counted);
            }
        }
        return ManagementAnswer.ok(json);
    }

    /** Kinds that never happened are left out. */
    private ObjectNode counted(String workflow) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("workflow", workflow);
        for (RateKind kind : RateKind.values()) {
            long[] counts = rates.counts(workflow, kind);
            if (LongStream.of(counts).anyMatch(count -> count > 0)) {
                ArrayNode list = json.putArray(kind.name().toLowerCase(Locale.ROOT));
                LongStream.of(counts).forEach(list::add);
            }
        }
        return json;
    }
}
