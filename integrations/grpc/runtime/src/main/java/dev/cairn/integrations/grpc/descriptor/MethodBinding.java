package dev.cairn.integrations.grpc.descriptor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;

import dev.cairn.value.JsonCodec;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/**
 * A method of a service, with the JSON form of its messages (ProtoJSON): 64-bit integers are texts, bytes are base64, fields have
 * names in lower camel case. Thread-safe.
 */
public final class MethodBinding {

    private final MethodDescriptor<DynamicMessage, DynamicMessage> method;
    private final Descriptor requestType;
    private final JsonFormat.Parser parser;
    private final JsonFormat.Printer printer;
    private final ArgumentFaultFinder faults;

    /** @param files the proto file and its imports: their messages may be in an {@code Any} */
    MethodBinding(com.google.protobuf.Descriptors.MethodDescriptor described, Collection<FileDescriptor> files) {
        requestType = described.getInputType();
        method = MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
                .setType(type(described.isClientStreaming(), described.isServerStreaming()))
                .setFullMethodName(MethodDescriptor.generateFullMethodName(described.getService().getFullName(),
                        described.getName()))
                .setRequestMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(requestType)))
                .setResponseMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(described.getOutputType())))
                .setSampledToLocalTracing(false)
                .build();
        TypeRegistry.Builder types = TypeRegistry.newBuilder();
        files.forEach(file -> types.add(file.getMessageTypes()));
        TypeRegistry registry = types.build();
        parser = JsonFormat.parser().usingTypeRegistry(registry);
        faults = new ArgumentFaultFinder(parser, registry);
        // Expressions find each field without presence, so that 0, "" and [] need no special case.
        printer = JsonFormat.printer().usingTypeRegistry(registry).alwaysPrintFieldsWithNoPresence()
                .omittingInsignificantWhitespace();
    }

    private static MethodType type(boolean takesStream, boolean givesStream) {
        if (takesStream) {
            return givesStream ? MethodType.BIDI_STREAMING : MethodType.CLIENT_STREAMING;
        }
        return givesStream ? MethodType.SERVER_STREAMING : MethodType.UNARY;
    }

    /** The method as channels call it. */
    public MethodDescriptor<DynamicMessage, DynamicMessage> method() {
        return method;
    }

    /** True if the answer is a stream of messages. */
    public boolean isStreaming() {
        return !method.getType().serverSendsOneMessage();
    }

    /** True if the request is a stream of messages. */
    public boolean takesStream() {
        return !method.getType().clientSendsOneMessage();
    }

    /**
     * The messages of a request in JSON.
     *
     * @param arguments an object, or an array of objects if the method takes a stream; missing for an empty message, or for a
     *        stream without messages
     * @throws UnfitMessageException if they do not fit the message; the text has names and types, and no values
     */
    public List<DynamicMessage> requests(JsonNode arguments) {
        if (!takesStream()) {
            return List.of(request(arguments));
        }
        List<DynamicMessage> messages = new ArrayList<>();
        for (JsonNode element : arguments) {
            try {
                messages.add(request(element));
            } catch (UnfitMessageException unfit) {
                throw new UnfitMessageException("message " + (messages.size() + 1) + ": " + unfit.getMessage(), null);
            }
        }
        return messages;
    }

    /**
     * One message.
     *
     * @param arguments an object; missing for an empty message
     * @throws UnfitMessageException if it does not fit the message
     */
    public DynamicMessage request(JsonNode arguments) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(requestType);
        if (!arguments.isMissingNode()) {
            merge(arguments, message);
        }
        List<String> missing = message.getInitializationErrorString().isEmpty() ? List.of()
                : message.findInitializationErrors();
        if (!missing.isEmpty()) {
            throw new UnfitMessageException("required fields are missing: " + String.join(", ", missing), null);
        }
        return message.build();
    }

    private void merge(JsonNode arguments, DynamicMessage.Builder message) {
        String fault = ArgumentFaultFinder.hasLongNumber(arguments) ? faults.find(arguments, requestType) : null;
        if (fault == null) {
            try {
                parser.merge(ArgumentFaultFinder.text(arguments), message);
                return;
            } catch (InvalidProtocolBufferException unfit) {
                fault = faults.find(arguments, requestType);
            }
        }
        throw new UnfitMessageException(
                fault != null ? fault : "a value is nested too deep, or does not fit " + requestType.getFullName(), null);
    }

    /**
     * The JSON of an answer.
     *
     * @param text gets the text of this message; it is full if the message is too large
     * @throws UnfitMessageException if it has no JSON form, such as an {@code Any} of an unknown type, or is too large
     */
    public JsonNode json(DynamicMessage answer, BoundedJsonText text) {
        try {
            printer.appendTo(answer, text);
            return JsonCodec.read(text.take());
        } catch (IOException | RuntimeException unfit) {
            throw new UnfitMessageException(unfit.getMessage(), unfit);
        }
    }
}
