package dev.cairn.engine.operation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.audit.CommandHistoryReader;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.NodeMessenger;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/**
 * The bulk operations of other nodes. Question and answer are notices, which a node reads with its next heartbeat. A question
 * without an answer in time fails; a request to stop an operation may take effect all the same. Thread-safe; nothing blocks.
 */
public final class RemoteBulkOperationLookup {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /** As long as a command waits for another node. */
    private static final long PATIENCE_MILLIS = 15_000;
    private static final int MAX_QUESTIONS = 256;
    private static final String NOTICE = "notice";
    private static final String QUESTION = "bulk-question";
    private static final String ANSWER = "bulk-answer";
    private static final String NUMBER = "number";
    private static final String ORIGIN = "origin";

    private final NodeContext context;
    private final BulkCommandRegistry commands;
    /** Empty if no other node shares the store. */
    private final Optional<NodeMessenger> notices;
    private final InstanceIdGenerator questionIds;
    private final ConcurrentMap<String, Promise<BulkOperation>> openQuestions = new ConcurrentHashMap<>();

    public RemoteBulkOperationLookup(NodeContext context, BulkCommandRegistry commands, Optional<NodeMessenger> notices) {
        this.context = context;
        this.commands = commands;
        this.notices = notices;
        this.questionIds = new InstanceIdGenerator(context.time(), context.random());
    }

    /** Begins to read questions from other nodes. */
    public void begin() {
        notices.ifPresent(shared -> shared.onNotice(this::heard));
    }

    /** True for an operation that another node began, if this node can ask others. */
    boolean isElsewhere(String id) {
        return commands.isOfAnotherNode(id) && notices.isPresent();
    }

    /** As {@link BulkCommandRegistry#find}, of another node; also fails with {@code NOT_CONFIRMED} if that does not answer. */
    Uni<BulkOperation> find(String id) {
        return ask(id, null);
    }

    /** Asks no more instances; the operation once those that were asked have answered. Fails as {@link #find}. */
    Uni<BulkOperation> stop(String id, CommandOrigin origin) {
        return ask(id, origin == null ? CommandHistoryReader.APPLICATION : origin);
    }

    /** The operation once it has ended. Each question takes a heartbeat or two, which keeps them apart. */
    Uni<BulkOperation> outcome(String id) {
        return Uni.createFrom().deferred(() -> find(id)).repeat().whilst(operation -> !operation.state().ended()).collect()
                .last();
    }

    /** @param stopping the caller that wants the operation stopped; null for a question only */
    private Uni<BulkOperation> ask(String id, CommandOrigin stopping) {
        NodeMessenger shared = notices.orElseThrow();
        return shared.others().onFailure().transform(EngineFailureTranslator::ofSearch)
                .chain(others -> others.stream().filter(node -> commands.isOf(node, id)).findFirst()
                        .map(node -> ask(shared, node, id, stopping))
                        .orElseGet(() -> commands.find(id)));
    }

    private Uni<BulkOperation> ask(NodeMessenger shared, String node, String id, CommandOrigin stopping) {
        if (openQuestions.size() >= MAX_QUESTIONS) {
            return Uni.createFrom().failure(new CairnException(Reason.OVERLOADED, "CAIRN-0796: Cannot ask node " + node
                    + " for a bulk operation: " + MAX_QUESTIONS + " such questions wait for an answer. Try again later.",
                    null));
        }
        String number = questionIds.next();
        ObjectNode question = JsonNodeFactory.instance.objectNode().put(NOTICE, QUESTION).put(NUMBER, number)
                .put("from", shared.nodeId()).put("id", id);
        if (stopping != null) {
            question.set(ORIGIN, BulkOperationMessageCodec.json(stopping));
        }
        Promise<BulkOperation> answer = new Promise<>();
        openQuestions.put(number, answer);
        Runnable cancel = context.timers().after(PATIENCE_MILLIS, () -> answer.fail(silent(node, id)));
        answer.listen((operation, failure) -> {
            cancel.run();
            openQuestions.remove(number);
        });
        shared.notify(List.of(node), JsonCodec.write(question)).subscribe().with(stored -> {},
                failure -> answer.fail(EngineFailureTranslator.ofSearch(failure)));
        return answer.uni();
    }

    private static CairnException silent(String node, String id) {
        return new CairnException(Reason.NOT_CONFIRMED,
                "CAIRN-0795: Cannot show or stop bulk operation " + id + " [node=" + node
                        + "]: the node has not answered within " + PATIENCE_MILLIS
                        + " ms. If it was to stop, it may stop all the same. Ask again, or ask that node.",
                null);
    }

    /** Handles any notice; throws any runtime exception if it is malformed. */
    private void heard(byte[] body) {
        JsonNode json = JsonCodec.readWritten(body);
        switch (json.path(NOTICE).asText()) {
            case QUESTION -> answer(json);
            case ANSWER -> answered(json);
            default -> {
                // For another receiver.
            }
        }
    }

    private void answer(JsonNode question) {
        String id = question.required("id").textValue();
        CommandOrigin stopping = question.has(ORIGIN) ? BulkOperationMessageCodec.origin(question.get(ORIGIN)) : null;
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put(NOTICE, ANSWER).put(NUMBER,
                question.required(NUMBER).textValue());
        Uni<BulkOperation> found = stopping == null ? commands.find(id) : commands.stop(id, stopping);
        found.subscribe().with(operation -> send(question, answer.set("operation", BulkOperationMessageCodec.json(operation))),
                failure -> send(question,
                        answer.set("failure", BulkOperationMessageCodec.json(failure instanceof CairnException told ? told
                                : EngineFailureTranslator.ofSearch(failure)))));
    }

    private void send(JsonNode question, JsonNode answer) {
        notices.ifPresent(shared -> shared.notify(List.of(question.required("from").textValue()), JsonCodec.write(answer))
                .subscribe().with(stored -> {},
                        failure -> LOG.debugf("Cannot answer another node: %s", ExceptionMessageFormatter.of(failure))));
    }

    /** An answer that comes too late is left out. */
    private void answered(JsonNode answer) {
        Promise<BulkOperation> waiting = openQuestions.get(answer.path(NUMBER).asText());
        if (waiting == null) {
            return;
        }
        if (answer.has("operation")) {
            waiting.complete(BulkOperationMessageCodec.read(answer.get("operation")));
        } else {
            waiting.fail(BulkOperationMessageCodec.failure(answer.required("failure")));
        }
    }
}
