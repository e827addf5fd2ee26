package dev.cairn.compiler.validation;

import java.util.List;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.regex.RegexPattern;

/** Strings of event filters that are regular expressions for the whole value. The engine of jq matches them. */
public final class EventPattern {

    /**
     * Characters that have a meaning in regular expressions and do not occur in names of event types. A dot is taken as a plain
     * dot.
     */
    private static final Pattern META = Pattern.compile("[*+?\\[\\](){}|^$\\\\]");
    private static final Pattern BEFORE_REASON = Pattern.compile(".* is not a valid regex: ", Pattern.DOTALL);

    private EventPattern() {}

    /** True if a string is a regular expression; any other is the value itself. */
    public static boolean isIn(String text) {
        return META.matcher(text).find();
    }

    /** The regular expression for the whole of a value. */
    public static String whole(String text) {
        return "\\A(?:" + text + ")\\z";
    }

    /** The reason why a string is no regular expression; null if it is one, or need not be. */
    static String fault(String text) {
        try {
            // The string alone as well: "a)|(b" is a regular expression with the parentheses around it.
            List.of(text, whole(text)).forEach(part -> RegexPattern.of(TextNode.valueOf(part), NullNode.instance));
            return null;
        } catch (ExpressionException wrong) {
            return BEFORE_REASON.matcher(wrong.getMessage()).replaceFirst("");
        }
    }
}
