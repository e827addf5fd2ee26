package dev.cairn.integrations.grpc.call;

import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.integrations.grpc.channel.ChannelKey;
import dev.cairn.integrations.grpc.descriptor.MethodBindings;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import dev.cairn.value.grpc.CallHeaderName;
import dev.cairn.value.grpc.ServerHostName;
import io.grpc.Metadata;

/** The arguments of a call, checked where they depend on data. */
final class GrpcCallArguments {

    /** The header by which a server recognizes a repetition. */
    static final String IDEMPOTENCY_KEY = "idempotency-key";

    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]*");
    private static final int MAX_PORT = 65_535;

    /** The same bound as for bodies of requests: an event loop converts 64 KiB in less than a millisecond. */
    private static final int MAX_INLINE_BYTES = 64 << 10;
    /** Maximum messages of a stream that an event loop converts and sends: each takes some microseconds, however small it is. */
    private static final int MAX_INLINE_MESSAGES = 100;

    private final CallRequest request;
    private final JsonNode with;

    GrpcCallArguments(CallRequest request) {
        this.request = request;
        this.with = request.arguments();
    }

    String methodKey() {
        return MethodBindings.key(with.path("proto").asText(), with.path("service").asText(), with.path("method").asText());
    }

    /** The client of the configuration, or null. */
    String client() {
        return with.path("client").textValue();
    }

    /** The server that the call names. */
    ChannelKey server() {
        JsonNode host = with.path("host");
        if (host.isTextual() && ServerHostName.hasPort(host.textValue())) {
            throw invalid("The host of a gRPC server has no port; give it as \"port\"");
        }
        String name = host.isTextual() ? ServerHostName.plain(host.textValue()) : null;
        if (name == null) {
            throw invalid("The host of a gRPC server is a name or an address, not " + shown(host));
        }
        JsonNode port = with.path("port");
        if (!port.isNumber() || port.doubleValue() != port.intValue() || port.intValue() < 1 || port.intValue() > MAX_PORT) {
            throw invalid("The port of a gRPC server is a number from 1 to " + MAX_PORT + ", not " + shown(port));
        }
        return new ChannelKey(name, port.intValue(), null, with.path("tls").booleanValue());
    }

    private static String shown(JsonNode value) {
        return value.isTextual() ? "this text" : value.isMissingNode() ? "null" : JqValues.typeName(value);
    }

    /** True if input can influence the server. */
    boolean isDynamic() {
        return with.path("dynamic").booleanValue();
    }

    /** True if the conversion of the request takes so long that an event loop must not do it. */
    boolean isLarge() {
        JsonNode request = with.path("arguments");
        return request.isArray() && request.size() > MAX_INLINE_MESSAGES
                || JsonPayload.textBytes(request, MAX_INLINE_BYTES, ValueDepthLimits.MAX_WRITTEN_DEPTH) >= MAX_INLINE_BYTES;
    }

    /** The shorter one of a limit and the timeout of the task. */
    long deadlineMillis(long limitMillis) {
        return Math.max(1, Math.min(limitMillis, with.path("timeout").asLong(Long.MAX_VALUE)));
    }

    /**
     * The request in JSON: an object, or an array of objects for a stream; missing for an empty message or stream.
     *
     * @param maxMessages maximum number of messages of a stream
     */
    JsonNode request(boolean takesStream, int maxMessages) {
        JsonNode request = with.path("arguments");
        if (!takesStream) {
            return message(request, "The arguments of a gRPC call are");
        }
        if (!request.isArray() && !request.isMissingNode()) {
            throw invalid("The arguments of a gRPC call that takes a stream are an array, not " + JqValues.typeName(request));
        }
        if (request.size() > maxMessages) {
            throw invalid("The request has " + request.size() + " messages; quarkus.cairn.grpc.max-stream-messages allows "
                    + maxMessages);
        }
        request.forEach(message -> message(message, "Each message of a gRPC call is"));
        return request;
    }

    private JsonNode message(JsonNode message, String name) {
        if (!message.isObject() && !message.isMissingNode()) {
            throw invalid(name + " an object, not " + JqValues.typeName(message));
        }
        return message;
    }

    /** The authentication; missing for none. */
    JsonNode authentication() {
        return with.path("authentication");
    }

    /** The value of the authorization header. */
    String authorization(OutboundCredential credential) {
        if (!HEADER_VALUE.matcher(credential.header()).matches()) {
            throw invalid("The credentials of a gRPC call have characters that are not printable ASCII");
        }
        return credential.header();
    }

    OutboundCaller caller() {
        return OutboundCaller.of(request);
    }

    /** The headers of the call: those of the definition, the idempotency key and the trace. */
    Metadata headers() {
        Metadata headers = new Metadata();
        JsonNode written = with.path("headers");
        if (!written.isMissingNode() && !written.isNull() && !written.isObject()) {
            throw invalid("The headers of a gRPC call are an object, not " + JqValues.typeName(written));
        }
        for (Map.Entry<String, JsonNode> header : written.properties()) {
            if (!header.getValue().isNull()) {
                put(headers, CallHeaderName.canonical(header.getKey()), header.getValue());
            }
        }
        putIfAbsent(headers, IDEMPOTENCY_KEY, request.idempotencyKey());
        request.traceContext().forEach((name, value) -> putIfAbsent(headers, CallHeaderName.canonical(name), value));
        return headers;
    }

    private void put(Metadata headers, String name, JsonNode value) {
        if (!CallHeaderName.isAllowed(name)) {
            throw invalid("gRPC allows no header of this name: \"" + name + "\"");
        }
        boolean binary = name.endsWith(CallHeaderName.BINARY_SUFFIX);
        if (headers.containsKey(binary ? binary(name) : ascii(name))) {
            throw invalid("The header " + name + " is given twice; upper and lower case make no difference");
        }
        if (name.equals(CallHeaderName.AUTHORIZATION) && with.has("authentication")) {
            throw invalid("The header authorization is given, and so is the authentication of the service; keep one of them");
        }
        if (value.isContainerNode()) {
            throw invalid("The header " + name + " is a text, number or boolean, not " + JqValues.typeName(value));
        }
        String text = JqValues.scalarText(value);
        if (binary) {
            try {
                headers.put(binary(name), Base64.getDecoder().decode(text));
            } catch (IllegalArgumentException noBase64) {
                throw invalid("The binary header " + name + " is no base64");
            }
        } else if (HEADER_VALUE.matcher(text).matches()) {
            headers.put(ascii(name), text);
        } else {
            throw invalid("The header " + name + " has characters that are not printable ASCII; name it " + name
                    + "-bin and give base64");
        }
    }

    /** A header of the definition comes first. */
    private static void putIfAbsent(Metadata headers, String name, String value) {
        boolean sent = CallHeaderName.isAllowed(name) && !name.endsWith(CallHeaderName.BINARY_SUFFIX)
                && HEADER_VALUE.matcher(value).matches();
        if (sent && !headers.containsKey(ascii(name))) {
            headers.put(ascii(name), value);
        }
    }

    private static Metadata.Key<byte[]> binary(String name) {
        return Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER);
    }

    private static Metadata.Key<String> ascii(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    private RuntimeException invalid(String detail) {
        return GrpcCallErrors.invalid(request.task(), detail);
    }
}
