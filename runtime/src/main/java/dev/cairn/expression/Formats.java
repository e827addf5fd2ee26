package dev.cairn.expression;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Values;

/** The formats: {@code @csv} and the like. */
final class Formats {

    private static final Map<String, TextFormat> FORMATS = Map.ofEntries(
            Map.entry("text", (scope, value) -> Texts.of(value)),
            Map.entry("json", (scope, value) -> Values.toText(value)),
            Map.entry("csv", (scope, value) -> row(value, "csv", ",")),
            Map.entry("tsv", (scope, value) -> row(value, "tsv", "\t")),
            Map.entry("html", (scope, value) -> html(Texts.of(value))),
            Map.entry("uri", (scope, value) -> Percent.encode(Texts.of(value))),
            Map.entry("urid", (scope, value) -> Percent.decode(value)),
            Map.entry("sh", (scope, value) -> shell(value)),
            Map.entry("base64", (scope, value) -> Base64.getEncoder().encodeToString(bytes(value))),
            Map.entry("base64d", (scope, value) -> decodeBase64(value)),
            Map.entry("base32", (scope, value) -> Base32.encode(bytes(value))),
            Map.entry("base32d", (scope, value) -> Base32.decode(value)));

    private static final String BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private Formats() {}

    static void addTo(BuiltinTable table) {
        FORMATS.forEach((name, format) -> table.value("@" + name, (scope, input) -> {
            String text = format.format(scope, input);
            Work.chargeCopies(scope, text.length());
            return TextNode.valueOf(text);
        }));
    }

    static TextFormat find(String name) {
        TextFormat format = FORMATS.get(name);
        if (format == null) {
            throw new IllegalArgumentException("Unknown format @" + name);
        }
        return format;
    }

    private static byte[] bytes(JsonNode value) {
        return Texts.of(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String row(JsonNode value, String format, String separator) {
        if (!value.isArray()) {
            throw new ExpressionException(
                    Values.describe(value) + " cannot be " + format + "-formatted, only an array can be");
        }
        List<String> cells = new ArrayList<>(value.size());
        for (JsonNode cell : value) {
            if (Values.isContainer(cell)) {
                throw new ExpressionException(Values.describe(cell) + " is not valid in a " + format + " row");
            }
            if (cell.isTextual()) {
                cells.add(format.equals("csv") ? '"' + cell.textValue().replace("\"", "\"\"") + '"'
                        : tabEscaped(cell.textValue()));
            } else {
                cells.add(cell.isNull() ? "" : Values.toText(cell));
            }
        }
        return String.join(separator, cells);
    }

    private static String tabEscaped(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String html(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&apos;").replace("\"",
                "&quot;");
    }

    private static String shell(JsonNode value) {
        if (!value.isArray()) {
            return shellWord(value);
        }
        List<String> words = new ArrayList<>(value.size());
        value.forEach(word -> words.add(shellWord(word)));
        return String.join(" ", words);
    }

    private static String shellWord(JsonNode value) {
        if (Values.isContainer(value)) {
            throw new ExpressionException(Values.describe(value) + " can not be escaped for shell");
        }
        return value.isTextual() ? "'" + value.textValue().replace("'", "'\\''") + "'" : Values.toText(value);
    }

    private static String decodeBase64(JsonNode value) {
        String text = Texts.of(value);
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '=') {
            end--;
        }
        try {
            return new String(Base64.getDecoder().decode(text.substring(0, end)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // One digit more than whole groups of four says nothing; jq tells it from digits that are none.
            String fault = end % 4 == 1 && text.chars().limit(end).allMatch(c -> BASE64_DIGITS.indexOf(c) >= 0)
                    ? " trailing base64 byte found"
                    : " is not valid base64 data";
            throw new ExpressionException(Values.describe(value) + fault);
        }
    }
}
