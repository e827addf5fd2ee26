package dev.cairn.quarkus.secret;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import org.eclipse.microprofile.config.Config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.VariableBinding;
import dev.cairn.quarkus.config.CairnConfig;
import dev.cairn.quarkus.config.ReadableConfig;
import dev.cairn.time.SecureRandomText;

/**
 * The secrets of the application, and the configuration that programs read. Programs are linked before the configuration of the start is known, so they come later. Safe
 * for any thread.
 */
public final class ApplicationSecrets implements Supplier<JsonNode> {

    private Set<String> plain = Set.of();
    private ObjectNode values = JsonNodeFactory.instance.objectNode();
    private ObjectNode properties = JsonNodeFactory.instance.objectNode();
    /** Stands for the parameter of credentials in arguments; null if no program reads it. */
    private String authorization;
    private volatile JsonNode surroundings = surroundings();
    private volatile SecretConcealer concealer = new SecretConcealer(plain);

    /**
     * Takes the secrets from the configuration.
     *
     * @param provided the fields of those that credentials providers give, by the names of the secrets
     * @throws IllegalStateException if a program reads a secret that is not configured; the message has no value
     */
    public synchronized void configure(Map<String, CairnConfig.Secret> configured, Map<String, Map<String, String>> provided,
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
            found.addAll(SecretForms.ofFields(fields));
        });
        Set<String> missing = new TreeSet<>(needed(programs));
        all.fieldNames().forEachRemaining(missing::remove);
        if (!missing.isEmpty()) {
            throw new IllegalStateException("CAIRN-0705: Secrets are missing that workflows use: " + String.join(", ", missing)
                    + ". Configure each as quarkus.cairn.secret.\"<name>\".value, .fields.<key> or .credentials-provider.");
        }
        values = all;
        plain = found;
        concealer = new SecretConcealer(found);
        surroundings = surroundings();
    }

    /**
     * Takes the properties of the configuration that programs read, and the stand-in of this process for credentials. After
     * {@link #configure}.
     *
     * @throws IllegalStateException if one cannot be used
     */
    public synchronized void configure(Config config, ReadableConfig rules, List<Program> programs) {
        ReadableProperties read = ReadableProperties.read(programs, config, rules);
        properties = read.values();
        plain = new LinkedHashSet<>(plain);
        plain.addAll(read.secrets());
        if (programs.stream().anyMatch(program -> reads(program, VariableBinding.Source.AUTHORIZATION))) {
            authorization = "authorization-" + SecureRandomText.draw();
        }
        concealer = new SecretConcealer(plain);
        surroundings = surroundings();
    }

    private ObjectNode surroundings() {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.set("secrets", values);
        all.set("config", properties);
        all.put("authorization", authorization);
        return all;
    }

    /** Takes other values of a secret. The old ones are concealed for ever, since calls made with them may still be answered. */
    synchronized void replace(String name, Map<String, String> fields) {
        Set<String> found = new LinkedHashSet<>(plain);
        found.addAll(SecretForms.ofFields(fields));
        plain = found;
        // Concealed before anything can be called with them.
        concealer = new SecretConcealer(found);
        ObjectNode all = values.deepCopy();
        ObjectNode secret = all.putObject(name);
        fields.forEach(secret::put);
        values = all;
        surroundings = surroundings();
    }

    /**
     * {@code {secrets, config, authorization}}: an object with all secrets by name, another with the properties that programs read,
     * and the stand-in for the parameter of credentials.
     */
    @Override
    public JsonNode get() {
        return surroundings;
    }

    /** A text with asterisks in place of secrets. */
    public String concealed(String text) {
        return concealer.concealed(text);
    }

    /** Conceals the secrets of now, and all that there were. */
    SecretConcealer concealer() {
        return concealer;
    }

    private static boolean reads(Program program, VariableBinding.Source source) {
        return program.operations().stream().anyMatch(operation -> operation instanceof Operation.Call call
                && call.arguments().bindings().stream().anyMatch(binding -> binding.source() == source));
    }

    private static Set<String> needed(List<Program> programs) {
        Set<String> names = new TreeSet<>();
        for (Program program : programs) {
            for (Operation operation : program.operations()) {
                if (operation instanceof Operation.Call call) {
                    call.arguments().bindings().stream().filter(binding -> binding.source() == VariableBinding.Source.SECRETS)
                            .forEach(binding -> binding.constant().forEach(name -> names.add(name.textValue())));
                }
            }
        }
        return names;
    }
}
