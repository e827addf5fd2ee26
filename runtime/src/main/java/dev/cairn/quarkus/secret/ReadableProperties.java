package dev.cairn.quarkus.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.program.BoundExpression;
import dev.cairn.program.DurationPlan;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.VariableBinding;
import dev.cairn.quarkus.config.ReadableConfig;
import dev.cairn.value.DslDurationParser;

/**
 * The properties of the configuration that programs read as {@code $config}, with their values.
 *
 * @param values an object with the text of each property
 * @param secrets the values that are secrets
 */
record ReadableProperties(ObjectNode values, Set<String> secrets) {

    /**
     * Reads the properties.
     *
     * @throws IllegalStateException if one has no value, or a value that is no duration is used as one
     */
    static ReadableProperties read(List<Program> programs, Config config, ReadableConfig rules) {
        Map<String, JsonNode> needed = new TreeMap<>();
        Set<String> durations = new TreeSet<>();
        programs.forEach(program -> program.operations().forEach(operation -> find(operation, needed, durations)));
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        Set<String> secrets = new TreeSet<>();
        PropertySecretFinder finder = new PropertySecretFinder(config, rules.conceal().orElse(List.of()), secrets);
        List<String> missing = new ArrayList<>();
        needed.forEach((name, fixed) -> {
            ConfigValue value = config.getConfigValue(name);
            String text = fixed.isTextual() ? fixed.textValue() : value.getValue();
            if (text == null) {
                missing.add(name);
                return;
            }
            values.put(name, text);
            finder.find(value, text);
        });
        if (!missing.isEmpty()) {
            throw new IllegalStateException("CAIRN-0880: Workflows read properties of the configuration that have no value: "
                    + String.join(", ", missing) + ". Set them, or give them a default in application.properties.");
        }
        durations.forEach(name -> checkDuration(name, values.get(name), secrets));
        return new ReadableProperties(values, secrets);
    }

    private static void find(Operation operation, Map<String, JsonNode> needed, Set<String> durations) {
        if (operation instanceof Operation.Call call) {
            needed.putAll(names(call.arguments()));
        } else if (operation instanceof Operation.Wait wait) {
            find(wait.length(), needed, durations);
        } else if (operation instanceof Operation.SetDeadline deadline) {
            find(deadline.length(), needed, durations);
        } else if (operation instanceof Operation.Catch handler && handler.retry() != null) {
            find(handler.retry().backoff().delay(), needed, durations);
        }
    }

    private static void find(DurationPlan length, Map<String, JsonNode> needed, Set<String> durations) {
        if (length != null) {
            Map<String, JsonNode> names = names(length.expression());
            needed.putAll(names);
            durations.addAll(names.keySet());
        }
    }

    private static Map<String, JsonNode> names(BoundExpression bound) {
        Map<String, JsonNode> names = new TreeMap<>();
        if (bound != null) {
            bound.bindings().stream().filter(binding -> binding.source() == VariableBinding.Source.CONFIG)
                    .forEach(binding -> binding.constant().properties()
                            .forEach(read -> names.put(read.getKey(), read.getValue())));
        }
        return names;
    }

    /** A replay relies on this: the expression of a duration that is a property cannot fail, nor give no time at all. */
    private static void checkDuration(String name, JsonNode value, Set<String> secrets) {
        try {
            if (DslDurationParser.millis(value) > 0) {
                return;
            }
        } catch (IllegalArgumentException noDuration) {
            // Told below.
        }
        throw new IllegalStateException(
                "CAIRN-0881: A workflow uses a property of the configuration as a duration, and it is none ["
                        + name + "=" + (secrets.contains(value.textValue()) ? SecretConcealer.CONCEALED : value.textValue())
                        + "]. Write an ISO 8601 duration longer than zero, such as PT30S.");
    }
}
