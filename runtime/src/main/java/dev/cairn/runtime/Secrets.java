package dev.cairn.runtime;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.program.Binding;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/**
 * The secrets of the application. Programs are linked before the configuration of the start is known, so they come later. Safe
 * for any thread.
 */
final class Secrets implements Supplier<JsonNode> {

    /** What stands for a secret in what is stored. */
    static final String CONCEALED = "***";

    /** Shorter text is no secret worth the name, and is found in everything. */
    private static final int MIN_CHARS = 4;

    private Set<String> plain = Set.of();
    private volatile JsonNode values = JsonNodeFactory.instance.objectNode();
    /** Longest first, so that one that contains another is concealed as a whole. */
    private volatile List<String> texts = List.of();

    /**
     * Takes the secrets from the configuration.
     *
     * @param provided the fields of those that credentials providers give, by the names of the secrets
     * @throws IllegalStateException if a program reads one that is not there; nothing says a value
     */
    void configure(Map<String, CairnConfig.Secret> configured, Map<String, Map<String, String>> provided,
            List<Program> programs) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        Set<String> found = new LinkedHashSet<>();
        configured.forEach((name, secret) -> {
            int sources = (secret.value().isPresent() ? 1 : 0) + (secret.fields().isEmpty() ? 0 : 1)
                    + (secret.credentialsProvider().isPresent() ? 1 : 0);
            if (sources != 1) {
                throw new IllegalStateException("CAIRN-0706: The secret " + name + " is to have either a value, or fields, or a"
                        + " credentials provider: quarkus.cairn.secret.\"" + name
                        + "\".value, .fields.<key> or .credentials-provider.");
            }
            Map<String, String> fields = provided.getOrDefault(name, secret.fields());
            secret.value().ifPresent(value -> all.put(name, value));
            fields.forEach((key, value) -> all.withObjectProperty(name).put(key, value));
            secret.value().ifPresent(found::add);
            found.addAll(fields.values());
        });
        Set<String> missing = new TreeSet<>(needed(programs));
        all.fieldNames().forEachRemaining(missing::remove);
        if (!missing.isEmpty()) {
            throw new IllegalStateException("CAIRN-0705: Secrets are missing that workflows use: " + String.join(", ", missing)
                    + ". Configure each as quarkus.cairn.secret.\"<name>\".value, .fields.<key> or .credentials-provider.");
        }
        values = all;
        plain = found;
        texts = concealable(found);
    }

    /** Takes other values of a secret. The old ones are concealed for ever, since calls made with them may still be answered. */
    synchronized void replace(String name, Map<String, String> fields) {
        Set<String> found = new LinkedHashSet<>(plain);
        found.addAll(fields.values());
        plain = found;
        // Concealed before anything can be called with them.
        texts = concealable(found);
        ObjectNode all = values.deepCopy();
        ObjectNode secret = all.putObject(name);
        fields.forEach(secret::put);
        values = all;
    }

    /** An object with all secrets by name. */
    @Override
    public JsonNode get() {
        return values;
    }

    /** True if a value has the text of a secret in it. */
    boolean isIn(JsonNode value) {
        if (value.isTextual()) {
            return isIn(value.textValue());
        }
        for (JsonNode child : value) {
            if (isIn(child)) {
                return true;
            }
        }
        return false;
    }

    boolean isIn(String text) {
        return text != null && texts.stream().anyMatch(text::contains);
    }

    /** The value without the text of any secret; the value itself if it has none. */
    JsonNode concealed(JsonNode value) {
        if (!isIn(value)) {
            return value;
        }
        if (value.isTextual()) {
            return TextNode.valueOf(concealed(value.textValue()));
        }
        if (value.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(value.size());
            value.forEach(element -> copy.add(concealed(element)));
            return copy;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        value.properties().forEach(field -> copy.set(field.getKey(), concealed(field.getValue())));
        return copy;
    }

    String concealed(String text) {
        String result = text;
        for (String secret : texts) {
            result = result == null ? null : result.replace(secret, CONCEALED);
        }
        return result;
    }

    private static Set<String> needed(List<Program> programs) {
        Set<String> names = new TreeSet<>();
        for (Program program : programs) {
            for (Operation operation : program.operations()) {
                if (operation instanceof Operation.Call call) {
                    call.arguments().bindings().stream().filter(binding -> binding.source() == Binding.Source.SECRETS)
                            .forEach(binding -> binding.constant().forEach(name -> names.add(name.textValue())));
                }
            }
        }
        return names;
    }

    /** Each text as it is, and as it stands in a URI. */
    private static List<String> concealable(Set<String> secrets) {
        Set<String> all = new LinkedHashSet<>();
        for (String secret : secrets) {
            if (secret.length() >= MIN_CHARS) {
                all.add(secret);
                all.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
                all.add(URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20"));
            }
        }
        List<String> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(String::length).reversed());
        return List.copyOf(sorted);
    }
}
