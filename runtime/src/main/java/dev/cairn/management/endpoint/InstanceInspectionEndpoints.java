package dev.cairn.management.endpoint;

import java.util.Map;
import java.util.Optional;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceSummaryPage;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.BadRequestAnswers;
import dev.cairn.management.request.BoundedPayloadWriter;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleInstances;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/**
 * Shows one instance: state, history, journal. {@link CommandEndpoints} gives commands; {@link InstanceSearchEndpoints} finds
 * instances.
 */
@Singleton
public final class InstanceInspectionEndpoints implements ManagementEndpointProvider {

    private static final int MAX_CHILDREN = 100;
    private static final int PAGE = 100;
    private static final int MAX_PAGE = 1_000;

    private final CairnClient client;
    private final InstanceInspector inspector;
    private final Optional<String> traceUrl;

    InstanceInspectionEndpoints(CairnClient client, InstanceInspector inspector, ManagementRuntimeConfig config) {
        this.client = client;
        this.inspector = inspector;
        this.traceUrl = config.traceUrl();
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.SHOW_INSTANCE, this::show,
                ManagementOperation.SHOW_HISTORY, this::history,
                ManagementOperation.SHOW_JOURNAL, this::journal);
    }

    private Uni<ManagementAnswer> show(ManagementRequest request) {
        return visible(request).chain(workflow -> inspector.details(request.path("id"))).chain(details -> {
            ObjectNode json = InstanceJson.details(details, request.access(), traceUrl);
            return inspector
                    .searched(() -> client.find(InstanceFilter.all().withParent(details.view().id()), MAX_CHILDREN, null))
                    .emitOn(Infrastructure.getDefaultWorkerPool())
                    .map(children -> addChildren(json, children, request.access()));
        });
    }

    private static ManagementAnswer addChildren(ObjectNode json, InstanceSummaryPage children, CallerAccess access) {
        ArrayNode list = json.putArray("children");
        children.instances().stream().filter(child -> access.may(ManagementPermission.VIEW, child.workflow()))
                .forEach(child -> list.addObject().put("id", child.id()).put("workflow", child.workflow())
                        .put("version", child.version()).put("status", child.status().phase()));
        if (children.next() != null) {
            json.put("moreChildren", true);
        }
        return ManagementAnswer.ok(json);
    }

    private Uni<ManagementAnswer> history(ManagementRequest request) {
        int limit = request.query().number(ManagementParameter.LIMIT, PAGE, MAX_PAGE);
        String cursor = request.query().text(ManagementParameter.CURSOR);
        return visible(request).chain(workflow -> BadRequestAnswers.page(cursor,
                () -> inspector.history(request.path("id"), limit, cursor)).map(page -> {
                    BoundedPayloadWriter values = new BoundedPayloadWriter(request.access());
                    ObjectNode json = JsonNodeFactory.instance.objectNode();
                    ArrayNode tasks = json.putArray("tasks");
                    page.tasks().forEach(run -> tasks.add(InstanceJson.task(run, request.access(), values, workflow)));
                    if (cursor == null) {
                        ArrayNode commands = json.putArray("commands");
                        page.commands().forEach(command -> commands.add(InstanceJson.command(command)));
                    }
                    return page(json, page.next());
                }));
    }

    private Uni<ManagementAnswer> journal(ManagementRequest request) {
        int limit = request.query().number(ManagementParameter.LIMIT, PAGE, MAX_PAGE);
        String cursor = request.query().text(ManagementParameter.CURSOR);
        return visible(request).chain(workflow -> BadRequestAnswers.page(cursor,
                () -> inspector.journal(request.path("id"), limit, cursor)).map(page -> {
                    BoundedPayloadWriter values = new BoundedPayloadWriter(request.access());
                    ObjectNode json = JsonNodeFactory.instance.objectNode();
                    ArrayNode entries = json.putArray("entries");
                    page.entries().forEach(entry -> entries.add(InstanceJson.entry(entry, request.access(), values, workflow)));
                    return page(json, page.next());
                }));
    }

    private static ManagementAnswer page(ObjectNode json, String next) {
        if (next != null) {
            json.put("next", next);
        }
        return ManagementAnswer.ok(json);
    }

    private Uni<String> visible(ManagementRequest request) {
        return new VisibleInstances(inspector, request.access()).workflow(request.path("id"));
    }
}
