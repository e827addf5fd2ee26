package dev.cairn.integrations.grpc.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.DynamicMessage;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.grpc.descriptor.MethodBinding;
import dev.cairn.integrations.grpc.descriptor.UnfitMessageException;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Collects the answer of one call, up to its limits. gRPC calls it from one thread at a time. */
final class AnswerCollector extends ClientCall.Listener<DynamicMessage> {

    private final MethodBinding binding;
    private final AnswerLimits limits;
    private final String task;
    private final ClientCall<DynamicMessage, DynamicMessage> call;
    private final UniEmitter<? super JsonNode> emitter;
    private final Runnable end;
    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    private long sizeBytes;
    /** Says why this side has cancelled the call. */
    private WorkflowException refusal;
    private boolean closed;
    private volatile boolean abandoned;

    /** @param end runs once, when the call has ended */
    AnswerCollector(MethodBinding binding, AnswerLimits limits, String task, ClientCall<DynamicMessage, DynamicMessage> call,
            UniEmitter<? super JsonNode> emitter, Runnable end) {
        this.binding = binding;
        this.limits = limits;
        this.task = task;
        this.call = call;
        this.emitter = emitter;
        this.end = end;
    }

    /** Ends the call; the task no longer needs an outcome. */
    void abandon() {
        abandoned = true;
        call.cancel("The task has ended", null);
    }

    @Override
    public void onMessage(DynamicMessage message) {
        if (refusal != null) {
            return;
        }
        sizeBytes += message.getSerializedSize();
        if (messages.size() >= limits.maxMessages() || sizeBytes > limits.maxBytes()) {
            refuse("gRPC answer too large", binding.method().getFullMethodName() + " was answered with more than "
                    + (sizeBytes > limits.maxBytes() ? limits.maxBytes() + " bytes" : limits.maxMessages() + " messages"));
            return;
        }
        try {
            messages.add(binding.json(message));
        } catch (UnfitMessageException unfit) {
            refuse("gRPC answer has no JSON form", binding.method().getFullMethodName() + ": " + unfit.getMessage());
            return;
        }
        // One more, so that a stream never fills the memory ahead of its limits.
        call.request(1);
    }

    private void refuse(String title, String detail) {
        refusal = GrpcCallErrors.broken(task, title, detail);
        call.cancel(title, null);
    }

    @Override
    public synchronized void onClose(Status status, Metadata trailers) {
        if (closed) {
            return;
        }
        closed = true;
        end.run();
        if (abandoned || limits.isStopping()) {
            // Nothing says if the call had its effect: the next start of the application makes it again.
            return;
        }
        if (refusal != null) {
            emitter.fail(refusal);
        } else if (!status.isOk()) {
            emitter.fail(GrpcCallErrors.refused(task, binding.method().getFullMethodName(), status, trailers));
        } else if (binding.isStreaming()) {
            emitter.complete(messages);
        } else if (messages.size() == 1) {
            emitter.complete(messages.get(0));
        } else {
            emitter.fail(GrpcCallErrors.broken(task, "gRPC answer is incomplete",
                    binding.method().getFullMethodName() + " was answered with " + messages.size() + " messages, not one"));
        }
    }
}
