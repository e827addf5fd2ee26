package dev.cairn.management.endpoint;

import java.util.List;
import java.util.Map;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.InstanceInspector;
import dev.cairn.management.log.InstanceLogLine;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleInstances;
import io.smallrye.mutiny.Uni;

/** Shows lines of the log of this node that were written for an instance. */
@Singleton
public final class InstanceLogEndpoints implements ManagementEndpointProvider {

    private final InstanceInspector inspector;
    private final InstanceLogInstaller logging;

    InstanceLogEndpoints(InstanceInspector inspector, InstanceLogInstaller logging) {
        this.inspector = inspector;
        this.logging = logging;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.SHOW_LOGS, this::show);
    }

    private Uni<ManagementAnswer> show(ManagementRequest request) {
        String id = request.path("id");
        return new VisibleInstances(inspector, request.access()).readable(id).map(workflow -> {
            ObjectNode json = JsonNodeFactory.instance.objectNode().put("enabled", logging.log().isPresent());
            ArrayNode list = json.putArray("lines");
            logging.log().map(log -> log.of(id)).orElse(List.of()).forEach(line -> list.add(describe(line)));
            return ManagementAnswer.ok(json);
        });
    }

    private static ObjectNode describe(InstanceLogLine line) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("at", line.at().toString()).put("level", line.level())
                .put("logger", line.logger()).put("message", line.message());
        if (line.task() != null) {
            json.put("task", line.task());
        }
        if (line.error() != null) {
            json.put("error", line.error());
        }
        return json;
    }
}
