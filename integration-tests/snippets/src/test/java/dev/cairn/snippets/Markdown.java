package dev.cairn.snippets;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.snippets.Block.Excerpt;

/** Fenced blocks. A comment in the line before one says {@code from FILE}, {@code part: PART} or {@code not compiled: REASON}. */
final class Markdown {

    private static final Pattern COMMENT = Pattern.compile("<!-- (from|part:|not compiled:) (.+) -->");

    private Markdown() {}

    static List<Block> blocks(String page, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf("```");
                blocks.add(block(page, i, lines.get(i), i == 0 ? "" : lines.get(i - 1),
                        String.join("\n", lines.subList(i + 1, end)) + "\n"));
                i = end;
            }
        }
        return blocks;
    }

    private static Block block(String page, int index, String fence, String before, String text) {
        Matcher comment = COMMENT.matcher(before);
        String says = comment.matches() ? comment.group(1) : "";
        Excerpt source = says.equals("from") ? new Excerpt(Project.TOP.resolve(comment.group(2)), text) : null;
        return new Block(page, index + 2, fence.substring(3), says.equals("part:") ? comment.group(2) : "",
                says.equals("not compiled:") ? comment.group(2) : null, source, text);
    }
}
