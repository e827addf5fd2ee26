package dev.cairn.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the paragraphs that people read in a file: the comments of code and the text of pages. Code samples, tables' code and
 * inline code are left out. A description behind a block tag of Javadoc is a paragraph of its own.
 */
final class ProseReader {

    private static final Set<String> KINDS = Set.of("java", "js", "lua", "sql", "py", "properties", "sh", "xml", "adoc", "md");
    private static final Pattern DASHES = Pattern.compile("(?m)^[ \\t]*--(?!\\[)(.*)$");
    private static final Pattern HASHES = Pattern.compile("(?m)^[ \\t]*#(?!!)(.*)$");
    private static final Pattern MARKUP_COMMENT = Pattern.compile("(?s)<!--(.*?)-->");
    private static final Pattern DOCSTRING = Pattern.compile("(?s)\"\"\"(.*?)\"\"\"");
    private static final Pattern SAMPLE = Pattern.compile("(?ms)^(----|\\.\\.\\.\\.|```)[^\\n]*$.*?^\\1$");
    private static final Pattern NO_PROSE = Pattern
            .compile("(?m)^(:[\\w-]+:.*|//.*|\\[.*\\]|\\|===|include::.*|[=*.#-]+(?= ))");
    private static final Pattern JAVADOC_LINK = Pattern.compile(
            "\\{@(?:code|link|linkplain|value|literal)\\s+((?:[^{}]|\\{[^{}]*\\})*)\\}");
    private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@(?:param\\s+\\S+|throws\\s+\\S+|\\w+)");
    private static final Pattern BLOCK_ELEMENT = Pattern.compile("</?(?:p|ul|ol|li|table|tr|td|th|dl|dt|dd|br)\\b[^>]*>");

    private ProseReader() {}

    /** Scripts have no period in their names. */
    static boolean reads(String name) {
        return KINDS.contains(kindOf(name));
    }

    /** The paragraphs of a file of a known kind, each on one line; none of another kind. */
    static List<String> paragraphs(String name, String text) {
        List<String> blocks = switch (kindOf(name)) {
            case "java", "js" -> new JavaCommentReader(text, kindOf(name).equals("js")).comments();
            case "lua", "sql" -> lineComments(DASHES, text);
            case "py" -> pythonComments(text);
            case "properties", "sh" -> lineComments(HASHES, text);
            case "xml" -> MARKUP_COMMENT.matcher(text).results().map(match -> match.group(1)).toList();
            case "adoc", "md" -> List.of(pageText(text));
            default -> List.of();
        };
        return blocks.stream().flatMap(block -> paragraphsOf(block).stream()).toList();
    }

    private static String kindOf(String name) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        return file.contains(".") ? file.substring(file.lastIndexOf('.') + 1) : "sh";
    }

    private static List<String> pythonComments(String text) {
        List<String> comments = new ArrayList<>(lineComments(HASHES, text));
        DOCSTRING.matcher(text).results().forEach(match -> comments.add(match.group(1)));
        return comments;
    }

    /** Joins comments on lines that follow each other: a sentence may run over several. */
    private static List<String> lineComments(Pattern pattern, String text) {
        List<String> comments = new ArrayList<>();
        int previousEnd = -2;
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            if (matcher.start() == previousEnd + 1) {
                comments.set(comments.size() - 1, comments.get(comments.size() - 1) + "\n" + matcher.group(1));
            } else {
                comments.add(matcher.group(1));
            }
            previousEnd = matcher.end();
        }
        return comments;
    }

    private static String pageText(String text) {
        String prose = SAMPLE.matcher(text).replaceAll("\n");
        return NO_PROSE.matcher(prose).replaceAll("\n\n").replace("|", "\n\n");
    }

    private static List<String> paragraphsOf(String block) {
        String prose = JAVADOC_LINK.matcher(block).replaceAll("`x`");
        prose = prose.replaceAll("(?s)<pre>.*?</pre>", "\n\n").replaceAll("</?code>", "`").replaceAll("`[^`]*`", "`x`");
        prose = BLOCK_ELEMENT.matcher(prose).replaceAll("\n\n");
        prose = BLOCK_TAG.matcher(prose).replaceAll("\n\n");
        List<String> paragraphs = new ArrayList<>();
        for (String paragraph : prose.split("\\n\\s*\\n")) {
            String line = paragraph.strip().replaceAll("\\s+", " ");
            if (!line.isEmpty()) {
                paragraphs.add(line);
            }
        }
        return paragraphs;
    }
}
