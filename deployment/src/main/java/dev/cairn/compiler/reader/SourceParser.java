package dev.cairn.compiler.reader;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

import dev.cairn.compiler.document.DocumentFile;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

/**
 * Parses a file of either syntax. Gives a tree whenever the text has the right syntax, even if it found other problems.
 */
final class SourceParser {

    /** Definitions are written by people; what is larger than this is a mistake or an attack. */
    static final int MAX_CHARACTERS = 16 * 1024 * 1024;

    /** Maximum nesting of objects and arrays, in levels. */
    static final int MAX_DEPTH = 200;

    /** Maximum number of values of a definition, with aliases expanded. */
    static final int MAX_VALUES = 500_000;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private SourceParser() {}

    static Optional<SourceTree> parse(String file, byte[] content, ProblemCollector problems) {
        String extension = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        boolean yaml = extension.equals("yaml") || extension.equals("yml");
        if (!yaml && !extension.equals("json")) {
            problems.error(ReaderErrorCodes.FILE_TYPE, start(file), "A definition is a .yaml, .yml or .json file",
                    "Rename the file, or move it elsewhere if it is none.");
            return Optional.empty();
        }
        return text(file, content, problems)
                .flatMap(text -> yaml ? new YamlSourceParser(file, problems).parse(text)
                        : new JsonSourceParser(file, problems).parse(text));
    }

    /** Parses a file whose name need not tell its syntax: JSON begins with a brace or a bracket. */
    static Optional<SourceTree> parseAny(String file, byte[] content, ProblemCollector problems) {
        if (file.toLowerCase(Locale.ROOT).matches(".*\\.(json|ya?ml)")) {
            return parse(file, content, problems);
        }
        return text(file, content, problems).flatMap(text -> text.stripLeading().matches("(?s)[{\\[].*")
                ? new JsonSourceParser(file, problems).parse(text)
                : new YamlSourceParser(file, problems).parse(text));
    }

    /** As {@link #parseAny}, for a document that a call refers to. */
    static Optional<DocumentFile> document(String file, byte[] content, ProblemCollector problems) {
        return parseAny(file, content, problems).map(tree -> new DocumentFile(file, tree.root(), tree));
    }

    private static Optional<String> text(String file, byte[] content, ProblemCollector problems) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException notUtf8) {
            problems.error(ReaderErrorCodes.ENCODING, start(file), "The file is not UTF-8 text", "Save it as UTF-8.");
            return Optional.empty();
        }
        if (text.length() > MAX_CHARACTERS) {
            problems.error(ReaderErrorCodes.TOO_LARGE, start(file),
                    "The file has " + text.length() + " characters; at most " + MAX_CHARACTERS + " are read",
                    "Divide the definition.");
            return Optional.empty();
        }
        return Optional.of(!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text);
    }

    static SourceLocation start(String file) {
        return new SourceLocation(file, 1, 1, "");
    }
}
