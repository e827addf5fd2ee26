package dev.cairn.compiler.openapi;

import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.openapi.OperationParameter;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.value.BodyMediaType;

/**
 * Writes the jq expressions that encode parameters. The input of such an expression is the value of the parameter. Its result is a
 * text: of a query, form or cookie {@code name=value}, one or several or none; of a path the text that takes the place of the variable; of
 * a header its value, or null for none.
 *
 * <p>
 * The encodings are those of RFC 6570, as OpenAPI has them in its table "Style Examples". A null element of an array or object is left
 * out. A header is not percent-encoded.
 */
final class ParameterExpressionText {

    /** Of the reserved characters, those that a query can have as they are: an {@code #} ends it, and brackets are no part of it. */
    private static final String RESERVED = "{\"3A\":\":\",\"2F\":\"/\",\"3F\":\"?\",\"40\":\"@\",\"21\":\"!\",\"24\":\"$\",\"26\":\"&\",\"27\":\"'\","
            + "\"28\":\"(\",\"29\":\")\",\"2A\":\"*\",\"2B\":\"+\",\"2C\":\",\",\"3B\":\";\",\"3D\":\"=\"}";

    private static final String PAIRS = "to_entries | map(select(.value != null))";

    private final String quotedName;
    private final ParameterPlace place;
    private final ParameterEncoding encoding;
    private final boolean required;

    private ParameterExpressionText(OperationParameter parameter) {
        this.quotedName = quoted(parameter.name());
        this.place = parameter.place();
        this.encoding = parameter.encoding();
        this.required = parameter.required();
    }

    /** The expression for a parameter. */
    static String of(OperationParameter parameter) {
        return new ParameterExpressionText(parameter).text();
    }

    /** The expression for a form that is one object: each of its fields has the given encoding, or the default one. */
    static String ofForm(Map<String, ParameterEncoding> encodings) {
        StringBuilder cases = new StringBuilder();
        new TreeMap<>(encodings).forEach((name, encoding) -> cases.append("if .key == ").append(quoted(name))
                .append(" then .value | ").append(of(new OperationParameter(name, ParameterPlace.FORM, encoding, false)))
                .append(" else "));
        // The name of a field without an encoding of its own is known at run time only.
        String other = "(.key | @uri) as $name | .value | " + new ParameterExpressionText(
                new OperationParameter("", ParameterPlace.FORM, BodyPlanner.DEFAULT_FIELD, false)).defaultField("$name");
        return "if type != \"object\" then error(\"a form needs an object, not \" + type) else " + PAIRS + " | map("
                + cases + "(" + other + ")" + " end".repeat(encodings.size()) + ") | map(select(. != \"\")) | join(\"&\") end";
    }

    /** The expression for a variable in the URL of a server, and for the values that it may have. */
    static String ofVariable(String name, Iterable<String> allowed) {
        StringBuilder values = new StringBuilder();
        allowed.forEach(value -> values.append(values.isEmpty() ? "" : ",").append(quoted(value)));
        String what = quoted("the variable \"" + name + "\" of the server cannot have the value ");
        String test = values.isEmpty() ? "test(\"^[A-Za-z0-9][A-Za-z0-9._~-]*$\")" : "IN(" + values + ")";
        return "if type == \"string\" or type == \"number\" then tostring else error(" + what + " + tojson) end"
                + " | if " + test + " then . else error(" + what + " + tojson) end";
    }

    private String text() {
        String missing = place == ParameterPlace.HEADER ? "null" : "\"\"";
        String ofNull = required ? "error(" + quoted("there is no value for the parameter ") + " + " + quotedName + ")"
                : missing;
        return "(def text: if type == \"string\" then . elif type == \"number\" or type == \"boolean\" then tostring"
                + " else error(" + quoted("the parameter ") + " + " + quotedName + " + "
                + quoted(" needs a scalar here, not ") + " + type) end; def enc: text" + encoder() + "; if . == null then "
                + ofNull
                + " else " + value() + " end)";
    }

    private String encoder() {
        if (place == ParameterPlace.HEADER) {
            return "";
        }
        return encoding.allowReserved()
                ? " | @uri | gsub(\"%(?<c>3A|2F|3F|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)\"; " + RESERVED
                        + "[.c]) | gsub(\"%25(?<h>[0-9A-Fa-f]{2})\"; \"%\" + .h)"
                : " | @uri";
    }

    private String value() {
        String name = place == ParameterPlace.HEADER ? quotedName : quotedName + " | @uri";
        if (encoding.mediaType() != null) {
            return place == ParameterPlace.FORM ? "(" + name + ") as $name | " + defaultField("$name") : written(name);
        }
        return switch (encoding.style()) {
            case SIMPLE -> place == ParameterPlace.PATH ? nonEmpty(list(",")) : list(",");
            case LABEL -> "\".\" + (" + list(encoding.explode() ? "." : ",") + ")";
            case MATRIX -> matrix(name);
            case FORM -> form(name, ",");
            case SPACE_DELIMITED -> delimited(name, "%20", " ");
            case PIPE_DELIMITED -> delimited(name, "%7C", "|");
            case TAB_DELIMITED -> delimited(name, "%09", "\\t");
            case DEEP_OBJECT -> deep(name);
        };
    }

    /**
     * A list in the delimiter of its style. In version 2, paths and headers have such lists too, without the name.
     *
     * @param plain the delimiter in a header, where nothing is percent-encoded; in a string of jq
     */
    private String delimited(String name, String encoded, String plain) {
        return switch (place) {
            case PATH -> nonEmpty(list(encoded));
            case HEADER -> list(plain);
            case QUERY, COOKIE, FORM -> form(name, encoded);
        };
    }

    /** Elements or members in a list; the members of an object are {@code key,value} or {@code key=value}. */
    private String list(String separator) {
        return "if type == \"array\" then map(select(. != null) | enc) | join(\"" + separator
                + "\") elif type == \"object\" then "
                + PAIRS + " | map((.key" + (place == ParameterPlace.HEADER ? "" : " | @uri") + ") + \""
                + (encoding.explode() ? "=" : separator) + "\" + (.value | enc)) | join(\"" + separator + "\") else enc end";
    }

    /** A server takes an empty segment for another path. */
    private String nonEmpty(String text) {
        return text + " | if . == \"\" then error(" + quoted("the parameter ") + " + " + quotedName + " + "
                + quoted(" of the path is empty") + ") else . end";
    }

    private String matrix(String name) {
        String each = encoding.explode()
                ? "if type == \"array\" then map(select(. != null) | \";\" + $name + \"=\" + enc) | join(\"\") elif type == \"object\" then "
                        + PAIRS + " | map(\";\" + (.key | @uri) + \"=\" + (.value | enc)) | join(\"\")"
                : "if type == \"array\" or type == \"object\" then \";\" + $name + \"=\" + (" + list(",") + ")";
        return "(" + name + ") as $name | " + each
                + " else enc | if . == \"\" then \";\" + $name else \";\" + $name + \"=\" + . end end";
    }

    private String form(String name, String separator) {
        // A cookie has one value.
        boolean explode = encoding.explode() && place != ParameterPlace.COOKIE;
        String each = explode
                ? "if type == \"array\" then map(select(. != null) | $name + \"=\" + enc) | join(\"&\") elif type == \"object\" then "
                        + PAIRS + " | map((.key | @uri) + \"=\" + (.value | enc)) | join(\"&\")"
                : "if (type == \"array\" or type == \"object\") and length == 0 then \"\""
                        + " elif type == \"array\" or type == \"object\" then $name + \"=\" + (" + plain(separator) + ")";
        return "(" + name + ") as $name | " + each + " else $name + \"=\" + enc end";
    }

    /** A list whose members are {@code key,value}, even in a cookie that has {@code explode}. */
    private static String plain(String separator) {
        return "if type == \"array\" then map(select(. != null) | enc) else " + PAIRS
                + " | map((.key | @uri), (.value | enc)) end | join(\"" + separator + "\")";
    }

    /** Objects inside of an object are {@code name[a][b]}; OpenAPI leaves that open. */
    private String deep(String name) {
        return "(" + name + ") as $name | def deep($prefix): " + PAIRS
                + " | map(($prefix + \"%5B\" + (.key | @uri) + \"%5D\") as $path | .value | if type == \"object\" then deep($path)"
                + " elif type == \"array\" then error(" + quoted("the parameter ") + " + " + quotedName + " + "
                + quoted(" has an array inside of an object, for which OpenAPI has no encoding")
                + ") else $path + \"=\" + enc end)"
                + " | map(select(. != \"\")) | join(\"&\");"
                + " if type == \"object\" then deep($name) else error(" + quoted("the parameter ") + " + " + quotedName + " + "
                + quoted(" needs an object, not ") + " + type) end";
    }

    /** A value that is written in a media type. */
    private String written(String name) {
        String content = BodyMediaType.of(encoding.mediaType()).isJson() ? "tojson" : "text";
        return switch (place) {
            case HEADER -> content;
            case PATH -> nonEmpty(content + " | @uri");
            default -> "(" + name + ") + \"=\" + (" + content + " | @uri)";
        };
    }

    /** A field of a form by the type of its value. */
    private String defaultField(String name) {
        String one = "if type == \"array\" or type == \"object\" then tojson else tostring end | " + name + " + \"=\" + @uri";
        return "if . == null then \"\" elif type == \"array\" then map(select(. != null) | " + one + ") | join(\"&\") else "
                + one
                + " end";
    }

    /** A jq string without interpolation: JSON text, as jq's backslash followed by a parenthesis cannot come out of it. */
    static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }
}
