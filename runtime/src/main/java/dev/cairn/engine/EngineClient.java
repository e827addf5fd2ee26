package dev.cairn.engine;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.BulkOperations;
import dev.cairn.api.BulkResult;
import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceHistory;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.api.InstanceSummaryPage;
import dev.cairn.api.InstanceView;
import dev.cairn.api.RecordedCommand;
import dev.cairn.api.StartRequest;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.engine.audit.CommandAuditRecord;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceViewMapper;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.operation.EngineBulkOperations;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TraceContext;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.NonCoercingObjectMapper;
import dev.cairn.value.ValueException;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** The client of an engine in the same application. */
public final class EngineClient implements CairnClient {

    private static final int PAGE = 200;

    private final Engine engine;
    private final ObjectMapper mapper;
    private final ObjectMapper reading;
    /** Null if the application asks. */
    private final CommandOrigin origin;

    /** Converts inputs and results with this mapper. */
    public EngineClient(Engine engine, ObjectMapper mapper) {
        this(engine, mapper, new NonCoercingObjectMapper(mapper), null);
    }

    private EngineClient(Engine engine, ObjectMapper mapper, ObjectMapper reading, CommandOrigin origin) {
        this.engine = engine;
        this.mapper = mapper;
        this.reading = reading;
        this.origin = origin;
    }

    @Override
    public CairnClient as(CommandOrigin newOrigin) {
        return new EngineClient(engine, mapper, reading, Objects.requireNonNull(newOrigin, "origin is required"));
    }

    @Override
    public Uni<InstanceHandle> start(StartRequest request) {
        Objects.requireNonNull(request, "request is required");
        // Before a large input is converted: an overloaded node would spend its time on starts that it refuses. A start with a key may
        // have been made already, and finds that.
        if (request.idempotencyKey() == null && engine.memory().refuses(null)) {
            return Uni.createFrom().failure(EngineFailureTranslator.noRoom(request.workflow()));
        }
        JsonPayload input;
        try {
            input = JsonPayload.of(tree(request.input()));
        } catch (CairnException refused) {
            return Uni.createFrom().failure(refused);
        }
        // The code that waits for the result may run outside of the span that it was started in.
        TraceContext caller = engine.gateway().caller();
        // For each subscription: who retries a failure is started.
        return Uni.createFrom()
                .deferred(() -> origin == null ? start(request, input, caller) : attributed(request, input, caller))
                .map(Handle::new);
    }

    private Uni<DurableStartResult> start(StartRequest request, JsonPayload input, TraceContext caller) {
        return engine.gateway()
                .start(engine.programs().find(request.workflow(), request.version()), input, request.idempotencyKey(),
                        new StartMetadata(request.keys(), origin, caller), CallerWaitLimit.none())
                .uni();
    }

    private Uni<DurableStartResult> attributed(StartRequest request, JsonPayload input, TraceContext caller) {
        CommandAuditRecord trail = CommandAuditRecord.of(CommandKind.START, null, origin);
        trail.concerns(request.workflow());
        return trail.told(Uni.createFrom().deferred(() -> start(request, input, caller))
                .invoke(start -> trail.made(start.instanceId(), start.created())));
    }

    private Uni<Void> ask(String id, OperatorCommandKind command) {
        return engine.operations().command(id, new OperatorCommand(command, origin));
    }

    private Uni<Void> send(String id, JsonNode event) {
        return engine.operations().command(id, OperatorCommand.send(origin, JsonPayload.of(event)));
    }

    private Uni<PublishResult> signal(String id, JsonNode event) {
        return send(id, event).replaceWith(PublishResult.takenBy(1)).onFailure(CairnException.class).recoverWithUni(
                refusal -> isSuspended(id, (CairnException) refusal).chain(suspended -> suspended
                        ? engine.events().keepFor(id, event)
                        : Uni.createFrom().failure(refusal)));
    }

    /** True if an event was refused because the instance is suspended or parked. */
    private Uni<Boolean> isSuspended(String id, CairnException refusal) {
        return switch (refusal.reason()) {
            case INSTANCE_SUSPENDED -> Uni.createFrom().item(true);
            case NOT_LISTENING -> engine.gateway().view(id).map(view -> view.status() == InstanceStatus.SUSPENDED);
            default -> Uni.createFrom().item(false);
        };
    }

    private Uni<Void> retry(String id) {
        return engine.operations().retry(id, CommandAuditRecord.of(CommandKind.RETRY, id, origin));
    }

    @Override
    public Uni<InstanceSummaryPage> find(InstanceFilter filter, int limit, String cursor) {
        Objects.requireNonNull(filter, "filter is required");
        return summaries(() -> engine.find(filter, limit, cursor));
    }

    /** The page that a search gives, as applications see it; fails as {@link #find}. */
    static Uni<InstanceSummaryPage> summaries(Supplier<Uni<? extends InstancePage>> search) {
        return Uni.createFrom().<InstancePage>deferred(search)
                .map(page -> new InstanceSummaryPage(page.rows().stream().map(InstanceViewMapper::summary).toList(),
                        page.next()))
                .onFailure(StoreException.class).transform(EngineFailureTranslator::ofSearch);
    }

    @Override
    public Uni<List<InstanceCount>> counts() {
        return Uni.createFrom().deferred(engine::counts).onFailure(StoreException.class)
                .transform(EngineFailureTranslator::ofSearch);
    }

    @Override
    public Multi<InstanceSummary> findAll(InstanceFilter filter) {
        Objects.requireNonNull(filter, "filter is required");
        return Multi.createBy().repeating()
                .uni(AtomicReference<String>::new,
                        cursor -> find(filter, PAGE, cursor.get()).invoke(page -> cursor.set(page.next())))
                .whilst(page -> page.next() != null)
                .onItem().transformToIterable(InstanceSummaryPage::instances);
    }

    @Override
    public BulkOperations bulk() {
        return operations();
    }

    @Override
    public WorkflowSchedules schedules() {
        return engine.schedules().client(this::tree, Handle::new, origin);
    }

    private EngineBulkOperations operations() {
        return new EngineBulkOperations(engine.bulk(), engine.remoteBulk(), origin);
    }

    @Override
    public Uni<BulkResult> suspendAll(InstanceFilter filter) {
        return operations().result(CommandKind.SUSPEND, filter);
    }

    @Override
    public Uni<BulkResult> resumeAll(InstanceFilter filter) {
        return operations().result(CommandKind.RESUME, filter);
    }

    @Override
    public Uni<BulkResult> cancelAll(InstanceFilter filter) {
        return operations().result(CommandKind.CANCEL, filter);
    }

    @Override
    public Uni<BulkResult> cancelAndCompensateAll(InstanceFilter filter) {
        return operations().result(CommandKind.COMPENSATE, filter);
    }

    @Override
    public Uni<BulkResult> retryAll(InstanceFilter filter) {
        return operations().result(CommandKind.RETRY, filter);
    }

    @Override
    public InstanceHandle instance(String id) {
        return new Handle(new DurableStartResult(Objects.requireNonNull(id, "id is required"), false, null));
    }

    private JsonNode tree(Object input) {
        if (input == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        try {
            // The caller may keep its own tree and change it later.
            return input instanceof JsonNode tree ? JqValues.canonical(tree).deepCopy()
                    : JqValues.canonical(mapper.valueToTree(input));
        } catch (IllegalArgumentException | ValueException inconvertible) {
            throw invalid(input, ExceptionMessageFormatter.of(inconvertible), inconvertible);
        } catch (StackOverflowError endless) {
            throw invalid(input, "It is nested too deep, or contains itself", endless);
        }
    }

    private static CairnException invalid(Object input, String why, Throwable cause) {
        return new CairnException(Reason.INVALID_INPUT, "CAIRN-0416: Cannot convert the input [type="
                + input.getClass().getName() + "] to JSON: " + why + ". Nothing was started.", cause);
    }

    private static JsonPayload output(String id, Ended ended) {
        if (ended.status() == InstanceStatus.COMPLETED) {
            return ended.output();
        }
        if (ended.status() == InstanceStatus.CANCELLED) {
            throw new CairnException(Reason.INSTANCE_CANCELLED,
                    "CAIRN-0440: The instance " + id + " was cancelled, so it has no output.", null);
        }
        throw new WorkflowException(ended.error());
    }

    private final class Handle implements InstanceHandle {
        private final DurableStartResult start;

        Handle(DurableStartResult start) {
            this.start = start;
        }

        @Override
        public String id() {
            return start.instanceId();
        }

        @Override
        public boolean created() {
            return start.created();
        }

        @Override
        public Uni<JsonNode> result() {
            return engine.gateway().outcome(start).map(ended -> output(id(), ended).tree());
        }

        @Override
        public Uni<byte[]> resultText() {
            return engine.gateway().outcome(start).chain(ended -> engine.gateway().text(output(id(), ended)));
        }

        @Override
        public <T> Uni<T> result(Class<T> type) {
            return converted(result(), "output", type);
        }

        private <T> Uni<T> converted(Uni<JsonNode> value, String what, Class<T> type) {
            Objects.requireNonNull(type, "type is required");
            return value.map(tree -> {
                try {
                    return reading.treeToValue(tree, type);
                } catch (JsonProcessingException misfit) {
                    throw new IllegalStateException("CAIRN-0417: Cannot convert the " + what + " of instance " + id() + " to "
                            + type.getName() + ": " + misfit.getOriginalMessage(), misfit);
                }
            });
        }

        @Override
        public Uni<InstanceView> view() {
            return engine.gateway().view(id());
        }

        @Override
        public Uni<InstanceHistory> history(int limit, String cursor) {
            return Uni.createFrom().deferred(() -> engine.histories().page(id(), limit, cursor));
        }

        @Override
        public Uni<JsonNode> query(String name, Object argument) {
            Objects.requireNonNull(name, "name is required");
            return Uni.createFrom().deferred(() -> engine.queries().ask(id(), name,
                    argument == null ? JsonNodeFactory.instance.nullNode() : tree(argument)));
        }

        @Override
        public <T> Uni<T> query(String name, Object argument, Class<T> type) {
            return converted(query(name, argument), "answer", type);
        }

        @Override
        public Uni<List<RecordedCommand>> commands() {
            return Uni.createFrom().deferred(() -> engine.operations().commands(id()));
        }

        @Override
        public Uni<Void> suspend() {
            return ask(id(), OperatorCommandKind.SUSPEND);
        }

        @Override
        public Uni<Void> resume() {
            return ask(id(), OperatorCommandKind.RESUME);
        }

        @Override
        public Uni<Void> cancel() {
            return ask(id(), OperatorCommandKind.CANCEL);
        }

        @Override
        public Uni<Void> cancelAndCompensate() {
            return ask(id(), OperatorCommandKind.COMPENSATE);
        }

        @Override
        public Uni<Void> send(CloudEvent event) {
            Objects.requireNonNull(event, "event is required");
            return Uni.createFrom().deferred(() -> EngineClient.this.send(id(), EngineCloudEventBus.tree(event)));
        }

        @Override
        public Uni<PublishResult> signal(String type, Object data) {
            // One id for all subscriptions: a repeated one sends the same event.
            return signal(type, data, engine.context().ids().next());
        }

        @Override
        public Uni<PublishResult> signal(String type, Object data, String idempotencyKey) {
            Objects.requireNonNull(type, "type is required");
            Objects.requireNonNull(idempotencyKey, "idempotencyKey is required");
            return Uni.createFrom().deferred(() -> EngineClient.this.signal(id(),
                    EngineCloudEventBus.signal(type, idempotencyKey, data == null ? null : tree(data))));
        }

        @Override
        public Uni<JsonNode> update(String type, Object data) {
            // One id for all subscriptions, as for a signal.
            return update(type, data, engine.context().ids().next());
        }

        @Override
        public <T> Uni<T> update(String type, Object data, Class<T> answerType) {
            return converted(update(type, data), "answer", answerType);
        }

        @Override
        public Uni<JsonNode> update(String type, Object data, String idempotencyKey) {
            Objects.requireNonNull(type, "type is required");
            Objects.requireNonNull(idempotencyKey, "idempotencyKey is required");
            return Uni.createFrom().deferred(() -> engine.updates().update(id(), OperatorCommand.send(origin, JsonPayload.of(
                    EngineCloudEventBus.update(type, idempotencyKey, data == null ? null : tree(data))))));
        }

        @Override
        public <T> Uni<T> update(String type, Object data, String idempotencyKey, Class<T> answerType) {
            return converted(update(type, data, idempotencyKey), "answer", answerType);
        }

        @Override
        public Uni<Void> fireTimer(String effect) {
            Objects.requireNonNull(effect, "effect is required");
            return engine.operations().command(id(), OperatorCommand.fire(origin, effect));
        }

        @Override
        public Uni<Void> retry() {
            return EngineClient.this.retry(id());
        }

        @Override
        public Uni<InstanceHandle> fork(ForkRequest request) {
            Objects.requireNonNull(request, "request is required");
            return Uni.createFrom().deferred(() -> engine.fork(id(), request, JsonPayload.of(tree(request.input())), origin))
                    .map(Handle::new);
        }
    }
}
