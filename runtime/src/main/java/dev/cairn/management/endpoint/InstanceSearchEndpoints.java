package dev.cairn.management.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceFilter;
import dev.cairn.engine.Engine;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.request.BadRequestAnswers;
import dev.cairn.management.request.InstanceFilterReader;
import dev.cairn.management.request.JsonLinesWriter;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.LinesAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.QueryParameters;
import dev.cairn.management.request.VisibleWorkflows;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** Finds instances: a page as JSON, or all of them as lines of JSON. */
@Singleton
public final class InstanceSearchEndpoints implements ManagementEndpointProvider {

    private static final int PAGE = 50;
    private static final int MAX_PAGE = 1_000;
    /** Rows that are read at a time for lines; the client may be slow, so not many. */
    private static final int LINES_PAGE = 200;

    private final CairnClient client;
    private final Engine engine;
    private final InstanceInspector inspector;

    InstanceSearchEndpoints(CairnClient client, Engine engine, InstanceInspector inspector) {
        this.client = client;
        this.engine = engine;
        this.inspector = inspector;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.FIND_INSTANCES, this::find);
    }

    private Uni<ManagementAnswer> find(ManagementRequest request) {
        QueryParameters parameters = request.query();
        boolean asLines = request.accepts(JsonLinesWriter.MEDIA_TYPE);
        String cursor = parameters.text(ManagementParameter.CURSOR);
        int limit = parameters.number(ManagementParameter.LIMIT, asLines ? Integer.MAX_VALUE : PAGE,
                asLines ? Integer.MAX_VALUE : MAX_PAGE);
        InstanceFilter filter = BadRequestAnswers.checked(() -> filter(parameters, request.access()));
        VisibleWorkflows visible = new VisibleWorkflows(engine.programs(), request.access());
        return VisibleSearchScope.of(visible, filter.workflow(), client).chain(scope -> {
            int first = asLines ? Math.min(limit, LINES_PAGE) : limit;
            Uni<JsonLinesWriter.Page> found = BadRequestAnswers.page(cursor, () -> page(filter, scope, first, cursor));
            return found.map(page -> asLines
                    ? new LinesAnswer(page, limit, next -> page(filter, scope, LINES_PAGE, next))
                    : answer(page));
        });
    }

    private static ManagementAnswer answer(JsonLinesWriter.Page page) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode instances = json.putArray("instances");
        page.lines().forEach(instances::add);
        if (page.next() != null) {
            json.put("next", page.next());
        }
        return ManagementAnswer.ok(json);
    }

    /** The filter that the parameters of a request describe. */
    private InstanceFilter filter(QueryParameters parameters, CallerAccess access) {
        String workflow = parameters.text(ManagementParameter.WORKFLOW);
        if (workflow != null && workflow.indexOf(':') < 0) {
            workflow = new VisibleWorkflows(engine.programs(), access).find(workflow);
        }
        return new InstanceFilterReader(parameters::text, parameters::time, parameters::flag).of(workflow,
                parameters.texts(ManagementParameter.STATUS), parameters.all(ManagementParameter.ATTRIBUTE));
    }

    private Uni<JsonLinesWriter.Page> page(InstanceFilter filter, Optional<Set<String>> scope, int limit, String cursor) {
        if (scope.isPresent() && scope.get().isEmpty()) {
            return Uni.createFrom().item(new JsonLinesWriter.Page(List.of(), null));
        }
        // Not on a thread of the store, which others wait for.
        return inspector.find(filter, scope.orElse(null), limit, cursor).emitOn(Infrastructure.getDefaultWorkerPool())
                .map(found -> new JsonLinesWriter.Page(found.instances().stream().map(InstanceJson::summary).toList(),
                        found.next()));
    }
}
