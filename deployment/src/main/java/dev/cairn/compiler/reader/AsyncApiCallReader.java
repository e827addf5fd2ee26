package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import dev.cairn.compiler.asyncapi.ChannelFinder;
import dev.cairn.compiler.asyncapi.ChannelRequest;
import dev.cairn.compiler.asyncapi.ChannelRequest.NamedPart;
import dev.cairn.compiler.asyncapi.ChannelRequest.OutgoingMessage;
import dev.cairn.compiler.asyncapi.ChannelRequest.ServerRequest;
import dev.cairn.compiler.reader.ExternalResourceLoader.ResourceFile;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.ConsumptionLimit;
import dev.cairn.definition.CallTarget.MessageSubscription;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.asyncapi.AsyncApiChannel;

/** Reads {@code call: asyncapi}, with the document that it refers to. Gives null for what it reported as wrong. */
final class AsyncApiCallReader {

    private static final List<String> PROTOCOLS = List.of("amqp", "amqp1", "anypointmq", "googlepubsub", "http", "ibmmq", "jms",
            "kafka", "mercure", "mqtt", "mqtt5", "nats", "pulsar", "redis", "sns", "solace", "sqs", "stomp", "ws");
    private static final List<String> LIMITS = List.of("amount", "while", "until");
    private static final List<String> FILES = List.of("yaml", "yml", "json");

    private final SourceElement with;
    private final ElementFieldReader fields;

    private AsyncApiCallReader(SourceElement with, ElementFieldReader fields) {
        this.with = with;
        this.fields = fields;
    }

    /** @param tasks reads the list of tasks for each message */
    static Task read(TaskProperties properties, SourceElement with, SourceLocation location, ComponentReader reusables,
            Function<SourceElement, List<Task>> tasks) {
        try (ElementFieldReader fields = ElementFieldReader.of(with)) {
            SourceElement subscription = fields.optional("subscription");
            ListenLoop each = subscription == null || !subscription.value().has("foreach") ? null
                    : EventReader.each(subscription.at("foreach"), tasks);
            CallTarget target = new AsyncApiCallReader(with, fields).target(location, reusables);
            return target == null ? null : new Task.Call(properties, target, each);
        }
    }

    private CallTarget target(SourceLocation location, ComponentReader reusables) {
        SourceElement document = fields.required("document");
        NamedPart operation = name(fields.optional("operation"));
        NamedPart channel = name(fields.optional("channel"));
        ServerRequest server = server(fields.optional("server"));
        NamedPart protocol = protocol(fields.optional("protocol"));
        authentication(fields.optional("authentication"), reusables);
        OutgoingMessage message = message(fields.optional("message"));
        SourceElement subscribed = fields.optional("subscription");
        MessageSubscription subscription = subscribed == null ? null : subscription(subscribed);
        boolean one = isOne("operation", "channel") & isOne("message", "subscription");
        if (document == null || !one) {
            return null;
        }
        ResourceFile file = ExternalResourceLoader.file(document);
        if (file == null || operation == null && channel == null || message == null && subscription == null) {
            return null;
        }
        String documentName = file.name() == null ? nameOf(file.path()) : file.name();
        AsyncApiChannel found = channel(file, new ChannelRequest(documentName, document.location(), operation, channel, server,
                protocol, message));
        if (found == null) {
            return null;
        }
        return message == null ? new CallTarget.AsyncApiSubscribe(found, subscription, location)
                : new CallTarget.AsyncApiPublish(found, message.payload(), message.headers(), location);
    }

    private boolean isOne(String one, String other) {
        if (fields.has(one) == fields.has(other) && with.isObject()) {
            with.problem(fields.has(one) ? ReaderErrorCodes.EXCLUSIVE_PROPERTIES : ReaderErrorCodes.MISSING_PROPERTY,
                    "An AsyncAPI call needs exactly one of \"" + one + "\" and \"" + other + "\"",
                    fields.has(one) ? "Keep one of them." : "Add one of them.");
            return false;
        }
        return true;
    }

    private static NamedPart name(SourceElement element) {
        String text = element == null ? null : element.text();
        return text == null ? null : new NamedPart(text, element.location());
    }

    private static NamedPart protocol(SourceElement element) {
        String text = element == null ? null : element.oneOf(PROTOCOLS);
        return text == null ? null : new NamedPart(text, element.location());
    }

    private static ServerRequest server(SourceElement element) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader server = ElementFieldReader.of(element)) {
            NamedPart name = name(server.required("name"));
            SourceElement variables = server.optional("variables");
            List<NamedPart> names = new ArrayList<>();
            if (variables != null && ValueReader.object(variables) != null) {
                variables.value().fieldNames()
                        .forEachRemaining(variable -> names.add(new NamedPart(variable, variables.at(variable).location())));
            }
            return name == null ? null : new ServerRequest(name, names);
        }
    }

    private static void authentication(SourceElement element, ComponentReader reusables) {
        if (element != null) {
            reusables.authentication(element);
            element.warning(ReaderErrorCodes.NO_EFFECT,
                    "The authentication of an AsyncAPI call has no effect: the connector of its channel logs in at the broker",
                    "Configure the credentials of the connector, and remove it here.");
        }
    }

    private static OutgoingMessage message(SourceElement element) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader message = ElementFieldReader.of(element)) {
            ValueTemplate payload = ValueReader.value(message.optional("payload"));
            SourceElement headerElement = message.optional("headers");
            ValueTemplate headers = ValueReader.scalars(headerElement);
            return element.isObject() && (headerElement == null || headers != null) ? new OutgoingMessage(payload, headers)
                    : null;
        }
    }

    private static MessageSubscription subscription(SourceElement element) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            ValueTemplate filter = ValueReader.expression(fields.optional("filter"));
            fields.optional("foreach");
            SourceElement consume = fields.required("consume");
            return consume == null ? null : consumption(consume, filter);
        }
    }

    private static MessageSubscription consumption(SourceElement consume, ValueTemplate filter) {
        try (ElementFieldReader fields = ElementFieldReader.of(consume)) {
            SourceElement amountElement = fields.optional("amount");
            Integer amount = amountElement == null ? Integer.valueOf(0) : amountElement.integer();
            ValueTemplate whileHolds = ValueReader.expression(fields.optional("while"));
            ValueTemplate until = ValueReader.expression(fields.optional("until"));
            SourceElement periodElement = fields.optional("for");
            DurationSpec period = ValueReader.duration(periodElement);
            List<String> limits = LIMITS.stream().filter(fields::has).toList();
            boolean good = amount != null && (whileHolds != null || !fields.has("while"))
                    && (until != null || !fields.has("until")) && (period != null || periodElement == null);
            if (!consume.isObject() || !good) {
                return null;
            }
            if (limits.size() != 1) {
                consume.problem(limits.isEmpty() ? ReaderErrorCodes.MISSING_PROPERTY : ReaderErrorCodes.EXCLUSIVE_PROPERTIES,
                        "\"consume\" needs exactly one of \"amount\", \"while\" and \"until\"",
                        limits.isEmpty() ? "Add one of them; \"while: ${ true }\" with \"for\" consumes for a time."
                                : "Keep one of them.");
                return null;
            }
            if (amountElement != null && amount < 1) {
                amountElement.problem(ReaderErrorCodes.INVALID_VALUE, "\"amount\" must be at least 1",
                        "Write a number from 1.");
                return null;
            }
            return new MessageSubscription(filter, ConsumptionLimit.valueOf(limits.get(0).toUpperCase(Locale.ROOT)), amount,
                    whileHolds == null ? until : whileHolds, period);
        }
    }

    private AsyncApiChannel channel(ResourceFile file, ChannelRequest request) {
        String extension = file.path().substring(file.path().lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        if (!ResourceAddress.isRemote(file.path()) && !FILES.contains(extension)) {
            file.place().problem(ReaderErrorCodes.RESOURCE, "An AsyncAPI document is a .yaml, .yml or .json file",
                    "Rename it.");
            return null;
        }
        return with.resources().documents().parse(file.path(), file.content(), SourceParser::document, with.problems())
                .map(parsed -> ChannelFinder.find(parsed.path(), parsed.root(), parsed.sources(), request, with.problems()))
                .orElse(null);
    }

    /** The name of a file without its directory and extension; of a URL without its query, which may be secret. */
    private static String nameOf(String address) {
        String path = ResourceAddress.isRemote(address) ? address.replaceFirst("\\?.*", "") : address;
        String file = path.substring(path.lastIndexOf('/') + 1);
        return file.lastIndexOf('.') > 0 ? file.substring(0, file.lastIndexOf('.')) : file;
    }
}
