package dev.cairn.integrations.mcpserver.tool;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.Function;

import jakarta.inject.Singleton;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.integrations.mcpserver.config.McpServerConfig;
import dev.cairn.spi.ManagementClient;
import dev.cairn.time.RandomSource;
import io.quarkiverse.mcp.server.MetaKey;
import io.quarkiverse.mcp.server.ToolManager.ToolArguments;
import io.quarkiverse.mcp.server.ToolResponse;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.json.JsonObject;

/** Answers calls of the tools. */
@Singleton
final class InstanceTools {

    static final String INSTANCE = "instance";
    static final String INPUT = "input";
    /** In {@code _meta} of a call: a call with the key of an earlier one finds its instance. Calls of workflows have it. */
    private static final MetaKey IDEMPOTENCY_KEY = MetaKey.from("dev.cairn/idempotency-key");
    private static final int MAX_KEY_CHARACTERS = 255;

    private final ManagementClient management;
    private final WorkflowToolPlans plans;
    private final CairnClient cairn;
    private final Duration resultTimeout;
    private final RandomSource random = RandomSource.system();

    InstanceTools(ManagementClient management, WorkflowToolPlans plans, CairnClient cairn, McpServerConfig config) {
        this.management = management;
        this.plans = plans;
        this.cairn = cairn;
        resultTimeout = config.resultTimeout();
    }

    /** Starts an instance and waits a while for its end. An instance that was started is never lost in an error. */
    Uni<ToolResponse> start(WorkflowToolPlan tool, ToolArguments call) {
        return answer(access -> {
            JsonObject arguments = arguments(call);
            Object input = tool.isWrapped() ? arguments.getValue(INPUT) : arguments;
            JsonObject start = new JsonObject().put(INPUT, input);
            Object key = call.meta().getValue(IDEMPOTENCY_KEY);
            if (key != null) {
                start.put("idempotencyKey", bounded(key.toString()));
            }
            return access.start(tool, start).chain(id -> result(access, id, tool.workflow()).onFailure()
                    .recoverWithItem(failure -> InstanceResult.unknown(id, failure)));
        });
    }

    /** The key of a deeply nested task is longer than that of a start may be. */
    private static String bounded(String key) {
        if (key.length() <= MAX_KEY_CHARACTERS) {
            return key;
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The instance as the management API shows it. */
    Uni<ToolResponse> status(ToolArguments call) {
        return answer(access -> access.show(id(call)).map(instance -> ToolResponse.success(instance.encode())));
    }

    /** Waits a while for the end of an instance. */
    Uni<ToolResponse> result(ToolArguments call) {
        String id = id(call);
        // The caller may see the instance before anything waits for it.
        return answer(access -> access.show(id)
                .chain(instance -> result(access, id, instance.getString("workflow"))));
    }

    /** Sends an event to an instance. An event with the id of an earlier one is taken once. */
    Uni<ToolResponse> signal(ToolArguments call) {
        return answer(access -> {
            JsonObject arguments = arguments(call);
            JsonObject event = new JsonObject().put("specversion", "1.0")
                    .put("id", arguments.getString("id", Long.toHexString(random.bits()) + Long.toHexString(random.bits())))
                    .put("source", "/mcp").put("type", arguments.getString("type", ""))
                    .put("datacontenttype", "application/json").put("data", arguments.getValue("data"));
            return access.show(id(call)).chain(instance -> access.send(id(call), event))
                    .map(sent -> ToolResponse.success(sent.encode()));
        });
    }

    private Uni<ToolResponse> result(InstanceAccess access, String id, String workflow) {
        Uni<byte[]> output = resultTimeout.isZero() || resultTimeout.isNegative() ? Uni.createFrom().nullItem()
                : cairn.instance(id).resultText().ifNoItem().after(resultTimeout).recoverWithItem((byte[]) null)
                        .onFailure().recoverWithNull();
        return output.chain(text -> text == null ? access.show(id).chain(instance -> shown(access, instance))
                : Uni.createFrom().item(InstanceResult.completed(id, access.caller().mayReadPayloads(workflow) ? text : null)));
    }

    /** An instance that ended before the answer, or has not ended in time. */
    private Uni<ToolResponse> shown(InstanceAccess access, JsonObject instance) {
        String id = instance.getString("id");
        if (!instance.getString("status").equals("completed")) {
            return Uni.createFrom().item(InstanceResult.of(id, instance));
        }
        return access.caller().mayReadPayloads(instance.getString("workflow"))
                ? cairn.instance(id).resultText().map(text -> InstanceResult.completed(id, text))
                : Uni.createFrom().item(InstanceResult.completed(id, null));
    }

    /** Knows the caller before the thread changes. A worker reads and writes the texts, which may be large. */
    private Uni<ToolResponse> answer(Function<InstanceAccess, Uni<ToolResponse>> tool) {
        return management.caller().emitOn(Infrastructure.getDefaultWorkerPool())
                .chain(caller -> tool.apply(new InstanceAccess(caller, plans.workflows())))
                .onFailure(RefusedCallException.class).recoverWithItem(refused -> ToolResponse.error(refused.getMessage()))
                // The message is for operators: it may name internals.
                .onFailure(CairnException.class)
                .recoverWithItem(() -> ToolResponse.error("The result cannot be read now. Ask again later."));
    }

    private static String id(ToolArguments call) {
        return arguments(call).getString(INSTANCE, "");
    }

    private static JsonObject arguments(ToolArguments call) {
        return new JsonObject(call.args());
    }
}
