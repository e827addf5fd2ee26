package dev.cairn.compiler.config;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.NameSuggestions;
import dev.cairn.jq.tree.Expression;

/** The configuration that expressions may read as {@code $config}. */
public final class ConfigCatalog {

    /** Allows nothing. */
    public static final ConfigCatalog NONE = new ConfigCatalog(Set.of(), Set.of(), Map.of());

    /** The name of the variable. */
    public static final String CONFIG = "config";

    private static final String ALL_BELOW = ".*";

    private final Set<String> allowed;
    private final Set<String> known;
    private final Map<String, String> fixed;

    /**
     * @param allowed names of properties, or prefixes such as {@code orders.*}
     * @param known names that have a value while the application is built, for suggestions
     * @param fixed values that are fixed when the application is built, by name
     */
    public ConfigCatalog(Collection<String> allowed, Collection<String> known, Map<String, String> fixed) {
        this.allowed = new TreeSet<>(allowed);
        this.known = new TreeSet<>(known);
        this.fixed = Map.copyOf(fixed);
    }

    /** True if expressions may read a property. */
    public boolean allows(String name) {
        return allowed.stream().anyMatch(rule -> rule.endsWith(ALL_BELOW)
                ? name.startsWith(rule.substring(0, rule.length() - 1)) && name.length() > rule.length() - 1
                : name.equals(rule));
    }

    /** Advice for an author who reads a property that is not allowed. */
    public String advice(String name) {
        Set<String> candidates = new TreeSet<>(allowed);
        known.stream().filter(this::allows).forEach(candidates::add);
        candidates.removeIf(candidate -> candidate.endsWith(ALL_BELOW));
        String near = NameSuggestions.didYouMean(name, candidates);
        return near != null ? near
                : "Allow it in the configuration of the build: quarkus.cairn.config.allow="
                        + (allowed.isEmpty() ? "" : NameSuggestions.first(allowed) + ",") + name + ".";
    }

    /** The names that an expression reads, each with its value if the build fixes that, otherwise null. */
    public ObjectNode values(Collection<String> names) {
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        new TreeSet<>(names).forEach(name -> values.put(name, fixed.get(name)));
        return values;
    }

    /** True for an expression that is the value of one property and nothing else. */
    public static boolean isValue(Expression expression) {
        Expression read = expression instanceof Expression.Field field ? field.target()
                : expression instanceof Expression.Index index && index.key() instanceof Expression.Literal ? index.target()
                        : null;
        return read instanceof Expression.Variable variable && variable.name().equals(CONFIG);
    }
}
