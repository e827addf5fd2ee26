package dev.cairn.snippets;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.snippets.Block.Excerpt;

/**
 * Listings, literal blocks and fences. The attribute line above one, {@code [source,LANGUAGE,part=PART]}, says what it is; the
 * comment {@code // not compiled: REASON} above that why it is not compiled, or {@code // from FILE} what it is a copy of.
 */
final class AsciiDoc {

    private static final Pattern DELIMITER = Pattern.compile("-{4,}|\\.{4,}|```.*");
    private static final Pattern LANGUAGE = Pattern.compile("\\[(?:source)?,\\s*(\\w+).*");
    private static final Pattern PART = Pattern.compile(".*part=(\\w+).*");
    private static final Pattern REASON = Pattern.compile("// not compiled: (.+)");
    private static final Pattern FROM = Pattern.compile("// from (.+)");

    private AsciiDoc() {}

    static List<Block> blocks(String page, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String delimiter = lines.get(i);
            if (DELIMITER.matcher(delimiter).matches()) {
                String last = delimiter.startsWith("```") ? "```" : delimiter;
                int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf(last);
                blocks.add(block(page, i, lines, lines.subList(i + 1, end)));
                i = end;
            }
        }
        return blocks;
    }

    private static Block block(String page, int index, List<String> lines, List<String> content) {
        String delimiter = lines.get(index);
        String language = delimiter.startsWith("```") ? delimiter.substring(3) : "";
        String part = "";
        String reason = null;
        String from = null;
        for (int i = index - 1; i >= 0 && (lines.get(i).startsWith("[") || lines.get(i).startsWith("//")); i--) {
            language = first(LANGUAGE, lines.get(i), language);
            part = first(PART, lines.get(i), part);
            reason = first(REASON, lines.get(i), reason);
            from = first(FROM, lines.get(i), from);
        }
        String text = content.isEmpty() ? "" : String.join("\n", content) + "\n";
        Excerpt source = from == null ? null : new Excerpt(Project.TOP.resolve(from), text);
        return new Block(page, index + 2, language, part, reason, source, text);
    }

    private static String first(Pattern pattern, String line, String otherwise) {
        Matcher matcher = pattern.matcher(line);
        return matcher.matches() ? matcher.group(1) : otherwise;
    }
}
