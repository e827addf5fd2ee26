package dev.cairn.compiler.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.RunTarget.ContainerSpec;
import dev.cairn.definition.RunTarget.ContainerSpec.PullPolicy;
import dev.cairn.definition.RunTarget.ContainerSpec.Removal;
import dev.cairn.definition.RunTarget.ContainerSpec.RemovalPolicy;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads the container of a {@code run: container}. Image, ports and volumes cannot be expressions: data would choose what the
 * machine executes and what it shares.
 */
final class ContainerReader {

    private static final Map<String, PullPolicy> PULL_POLICIES = Map.of("ifNotPresent", PullPolicy.IF_NOT_PRESENT, "always",
            PullPolicy.ALWAYS, "never", PullPolicy.NEVER);
    private static final Map<String, RemovalPolicy> REMOVAL_POLICIES = Map.of("always", RemovalPolicy.ALWAYS, "never",
            RemovalPolicy.NEVER, "eventually", RemovalPolicy.EVENTUALLY);
    /** Without white space, which no reference of an image has, and no option of a command line. */
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][^\\s]*");
    /** As Docker and Podman restrict it. */
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]+");
    private static final Pattern MACHINE_PORT = Pattern.compile("(?:.+:)?[0-9]{1,5}(?:-[0-9]{1,5})?");
    private static final Pattern CONTAINER_PORT = Pattern.compile("[0-9]{1,5}(?:-[0-9]{1,5})?(?:/(?:tcp|udp|sctp))?");
    private static final Pattern MACHINE_PATH = Pattern.compile("[^:,]+");
    private static final Pattern CONTAINER_PATH = Pattern.compile("/[^:]*(?::[a-zA-Z,]+)?");

    private ContainerReader() {}

    /** The container, or null after a problem was reported. */
    static ContainerSpec read(ElementFieldReader fields) {
        String image = matching(fields.required("image"), IMAGE, "the name of an image such as alpine:3.22");
        ValueTemplate name = name(fields.optional("name"));
        Map<String, String> ports = pairs(fields.optional("ports"), MACHINE_PORT, CONTAINER_PORT,
                "a port of the machine and one of the container, such as {\"8080\": 80}");
        Map<String, String> volumes = pairs(fields.optional("volumes"), MACHINE_PATH, CONTAINER_PATH,
                "a path of the machine and one of the container, such as {/srv/data: \"/data:ro\"}");
        SourceElement pull = fields.optional("pullPolicy");
        String pullName = pull == null ? "ifNotPresent" : pull.oneOf(List.of("ifNotPresent", "always", "never"));
        Removal removal = removal(fields.optional("lifetime"));
        return image == null || ports == null || volumes == null || pullName == null || removal == null ? null
                : new ContainerSpec(image, name, ports, volumes, PULL_POLICIES.get(pullName), removal);
    }

    private static ValueTemplate name(SourceElement element) {
        if (element != null && !element.isWrappedExpression()) {
            matching(element, NAME, "a name of at least two letters, digits, \"_\", \".\" and \"-\"");
        }
        return ValueReader.text(element);
    }

    /** The text; null if there is none, or after a problem was reported. */
    private static String matching(SourceElement element, Pattern pattern, String expected) {
        String text = element == null ? null : element.text();
        if (text == null) {
            return null;
        }
        if (element.isWrappedExpression()) {
            constant(element);
            return null;
        }
        if (!pattern.matcher(text).matches()) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, SourceElement.quoted(element.key()) + " is not " + expected,
                    "Correct it.");
            return null;
        }
        return text;
    }

    private static void constant(SourceElement element) {
        element.problem(ReaderErrorCodes.INVALID_VALUE, SourceElement.quoted(element.key())
                + " must not be an expression: data would choose what the machine runs or shares",
                "Write it out; give data as arguments, environment or stdin.");
    }

    /** Values by key; null after a problem was reported. */
    private static Map<String, String> pairs(SourceElement element, Pattern keys, Pattern values, String expected) {
        if (element == null) {
            return Map.of();
        }
        if (!element.isObject()) {
            element.wrongType("an object");
            return null;
        }
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String key : element.value().properties().stream().map(Map.Entry::getKey).toList()) {
            JsonNode value = element.at(key).value();
            if (element.at(key).isWrappedExpression()) {
                constant(element.at(key));
                return null;
            }
            if (value.isContainerNode() || value.isNull()) {
                element.at(key).wrongType("a string");
                return null;
            }
            if (!keys.matcher(key).matches() || !values.matcher(value.asText()).matches()) {
                element.problem(ReaderErrorCodes.INVALID_VALUE,
                        SourceElement.quoted(key) + ": " + value.asText() + " is not " + expected, "Correct it.");
                return null;
            }
            pairs.put(key, value.asText());
        }
        return pairs;
    }

    /** Null after a problem was reported. */
    private static Removal removal(SourceElement element) {
        if (element == null) {
            return new Removal(RemovalPolicy.NEVER, 0);
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement cleanup = fields.required("cleanup");
            String name = cleanup == null ? null : cleanup.oneOf(List.of("always", "never", "eventually"));
            RemovalPolicy policy = name == null ? null : REMOVAL_POLICIES.get(name);
            SourceElement after = fields.optional("after");
            DurationSpec delay = ValueReader.duration(after);
            if (delay != null && delay.expression() != null) {
                after.problem(ReaderErrorCodes.INVALID_DURATION,
                        "The time after which a container is removed is no fixed duration",
                        "Write it such as PT30M or {minutes: 30}.");
                return null;
            }
            if (after != null && policy != null && policy != RemovalPolicy.EVENTUALLY) {
                after.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"after\" needs \"cleanup: eventually\"", "Remove it.");
                return null;
            }
            if (after == null && policy == RemovalPolicy.EVENTUALLY) {
                element.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"cleanup: eventually\" needs \"after\"", "Add it.");
                return null;
            }
            return policy == null || policy == RemovalPolicy.EVENTUALLY && delay == null ? null
                    : new Removal(policy, delay == null ? 0 : delay.millis());
        }
    }
}
