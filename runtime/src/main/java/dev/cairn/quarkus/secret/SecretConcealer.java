package dev.cairn.quarkus.secret;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** Finds secrets in texts and values, and puts asterisks in their place. Immutable. */
final class SecretConcealer {

    /** Replaces a secret in stored values. */
    static final String CONCEALED = "***";

    private static final Pattern DECIMAL = Pattern.compile("-?\\d+(\\.\\d+)?");

    private final Set<String> secrets;
    /** Longest first, so that a text that contains another is concealed as a whole. */
    private final List<String> texts;
    /**
     * The texts without percent signs and backslashes, and the others, separately: most examined texts have neither character.
     */
    private final List<String> unescaped;
    private final List<String> escaped;
    /** Rounded: a number that differs from a secret only after 15 digits reveals it as well. */
    private final Set<Double> numbers;
    private final int shortest;

    /** @param secrets as they are configured */
    SecretConcealer(Set<String> secrets) {
        this.secrets = Set.copyOf(secrets);
        Set<String> forms = new LinkedHashSet<>();
        numbers = new HashSet<>();
        for (String secret : secrets) {
            forms.addAll(SecretForms.of(secret));
            addNumber(secret);
        }
        List<String> sorted = new ArrayList<>(forms);
        sorted.sort(Comparator.comparingInt(String::length).reversed());
        texts = List.copyOf(sorted);
        unescaped = texts.stream().filter(text -> text.indexOf('%') < 0 && text.indexOf('\\') < 0).toList();
        escaped = texts.stream().filter(text -> !unescaped.contains(text)).toList();
        shortest = texts.isEmpty() ? Integer.MAX_VALUE : texts.get(texts.size() - 1).length();
    }

    /** This one, for more secrets. */
    SecretConcealer and(Set<String> more) {
        if (secrets.containsAll(more)) {
            return this;
        }
        Set<String> all = new LinkedHashSet<>(secrets);
        all.addAll(more);
        return new SecretConcealer(all);
    }

    /** True if a value has a secret in it: in a text or a name, or as a number. */
    boolean isIn(JsonNode value) {
        return !texts.isEmpty() && isInPart(value);
    }

    private boolean isInPart(JsonNode value) {
        switch (value.getNodeType()) {
            case STRING:
                return isIn(value.textValue());
            case NUMBER:
                return isSecret(value);
            case ARRAY:
                for (JsonNode element : value) {
                    if (isInPart(element)) {
                        return true;
                    }
                }
                return false;
            case OBJECT:
                for (Map.Entry<String, JsonNode> field : value.properties()) {
                    if (isIn(field.getKey()) || isInPart(field.getValue())) {
                        return true;
                    }
                }
                return false;
            default:
                return false;
        }
    }

    boolean isIn(String text) {
        if (text == null || text.length() < shortest) {
            return false;
        }
        return hasAny(text, unescaped)
                || !escaped.isEmpty() && (text.indexOf('%') >= 0 || text.indexOf('\\') >= 0) && hasAny(text, escaped);
    }

    private static boolean hasAny(String text, List<String> secrets) {
        for (String secret : secrets) {
            if (text.contains(secret)) {
                return true;
            }
        }
        return false;
    }

    /** The value without any secret; the value itself if it has none. */
    JsonNode concealed(JsonNode value) {
        return isIn(value) ? concealedPart(value) : value;
    }

    private JsonNode concealedPart(JsonNode value) {
        switch (value.getNodeType()) {
            case STRING:
                return isIn(value.textValue()) ? TextNode.valueOf(concealed(value.textValue())) : value;
            case NUMBER:
                return isSecret(value) ? TextNode.valueOf(CONCEALED) : value;
            case ARRAY:
                ArrayNode elements = JsonNodeFactory.instance.arrayNode(value.size());
                value.forEach(element -> elements.add(concealedPart(element)));
                return elements;
            case OBJECT:
                ObjectNode fields = JsonNodeFactory.instance.objectNode();
                value.properties().forEach(field -> fields.set(
                        isIn(field.getKey()) ? concealedName(field.getKey(), value, fields) : field.getKey(),
                        concealedPart(field.getValue())));
                return fields;
            default:
                return value;
        }
    }

    /** Numbered if the name is there already, so that no field takes the place of another. */
    private String concealedName(String name, JsonNode original, ObjectNode taken) {
        String concealed = concealed(name);
        String free = concealed;
        for (int number = 2; original.has(free) || taken.has(free); number++) {
            free = concealed + " (" + number + ")";
        }
        return free;
    }

    /** The text without any secret; null for null. */
    String concealed(String text) {
        if (!isIn(text)) {
            return text;
        }
        String result = text;
        for (String secret : texts) {
            result = result.replace(secret, CONCEALED);
        }
        return result;
    }

    private void addNumber(String secret) {
        if (DECIMAL.matcher(secret).matches()) {
            BigDecimal number = new BigDecimal(secret).stripTrailingZeros();
            if (number.toPlainString().length() >= SecretForms.MIN_CHARS && Double.isFinite(number.doubleValue())) {
                numbers.add(number.doubleValue());
            }
        }
    }

    private boolean isSecret(JsonNode number) {
        return !numbers.isEmpty() && numbers.contains(number.doubleValue());
    }
}
