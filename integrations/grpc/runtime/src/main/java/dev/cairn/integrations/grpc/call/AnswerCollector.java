package dev.cairn.integrations.grpc.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.DynamicMessage;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.grpc.descriptor.BoundedJsonText;
import dev.cairn.integrations.grpc.descriptor.MethodBinding;
import dev.cairn.integrations.grpc.descriptor.UnfitMessageException;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Collects the answer of one call, up to its limits. gRPC calls it from one thread at a time. */
final class AnswerCollector extends ClientCall.Listener<DynamicMessage> {

    private static final String TOO_LARGE = "gRPC answer too large";

    private final MethodBinding binding;
    private final AnswerLimits limits;
    private final String task;
    private final ClientCall<DynamicMessage, DynamicMessage> call;
    private final UniEmitter<? super JsonNode> emitter;
    private final Runnable end;
    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    private final BoundedJsonText json;
    private long sizeBytes;
    /** True if this side has ended the call with an error. */
    private volatile boolean refused;
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
        json = new BoundedJsonText(limits.maxBytes());
    }

    /** Ends the call; the task no longer needs an outcome. */
    void abandon() {
        abandoned = true;
        call.cancel("The task has ended", null);
    }

    /** Ends a call that gRPC did not take, and so does not close. */
    void failToSend(RuntimeException cause) {
        refuse(GrpcCallErrors.unsent(task, name(), cause));
        onClose(Status.CANCELLED, new Metadata());
    }

    @Override
    public void onMessage(DynamicMessage message) {
        if (refused) {
            return;
        }
        sizeBytes += message.getSerializedSize();
        if (messages.size() >= limits.maxMessages()) {
            refuse(TOO_LARGE, "was answered with more than " + limits.maxMessages() + " messages");
        } else if (sizeBytes > limits.maxBytes()) {
            refuse(TOO_LARGE, "was answered with more than " + limits.maxBytes() + " bytes");
        } else if (add(message)) {
            // One more, so that a stream never fills the memory ahead of its limits.
            call.request(1);
        }
    }

    private boolean add(DynamicMessage message) {
        try {
            messages.add(binding.json(message, json));
            return true;
        } catch (UnfitMessageException unfit) {
            if (json.isFull()) {
                refuse(TOO_LARGE, "was answered with more than " + limits.maxBytes() + " bytes of JSON");
            } else {
                refuse("gRPC answer has no JSON form", "has an unusable answer: " + unfit.getMessage());
            }
            return false;
        }
    }

    /** The task has its error at once: nothing of gRPC or of an interceptor can keep it from that. */
    private void refuse(WorkflowException error) {
        refused = true;
        if (isAwaited()) {
            emitter.fail(error);
        }
        call.cancel(error.error().title(), null);
    }

    private void refuse(String title, String detail) {
        refuse(GrpcCallErrors.broken(task, title, name() + ' ' + detail));
    }

    private String name() {
        return binding.method().getFullMethodName();
    }

    /**
     * False if the application stops: nothing says if the call had its effect, and the next start of the application makes it
     * again.
     */
    private boolean isAwaited() {
        return !abandoned && !limits.isStopping();
    }

    @Override
    public synchronized void onClose(Status status, Metadata trailers) {
        if (closed) {
            return;
        }
        closed = true;
        end.run();
        if (refused || !isAwaited()) {
            return;
        }
        WorkflowException failure = failure(status, trailers);
        if (failure != null) {
            emitter.fail(failure);
        } else {
            emitter.complete(binding.isStreaming() ? messages : messages.get(0));
        }
    }

    /** Null if the answer is complete. */
    private WorkflowException failure(Status status, Metadata trailers) {
        if (!status.isOk()) {
            return GrpcCallErrors.refused(task, name(), status, trailers);
        }
        return binding.isStreaming() || messages.size() == 1 ? null
                : GrpcCallErrors.broken(task, "gRPC answer is incomplete",
                        name() + " was answered with " + messages.size() + " messages, not one");
    }
}
