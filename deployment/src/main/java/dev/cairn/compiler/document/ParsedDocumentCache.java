package dev.cairn.compiler.document;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;

/**
 * The documents that calls of a build refer to, each parsed once: several calls usually have the same document. Thread-safe, since
 * definitions are read by several build steps.
 */
public final class ParsedDocumentCache {

    private final Map<DocumentContent, ParsedDocument> documents = new HashMap<>();

    /**
     * Parses a document, unless that was done before. Its faults are reported each time.
     *
     * @param path path in the application, or URL
     * @param parser parses its content
     * @param problems gets the faults
     * @return empty for an unreadable document
     */
    public synchronized Optional<DocumentFile> parse(String path, byte[] content, ContentParser parser,
            ProblemCollector problems) {
        ParsedDocument document = documents.computeIfAbsent(new DocumentContent(path, ByteBuffer.wrap(content)), absent -> {
            ProblemCollector faults = new ProblemCollector();
            return new ParsedDocument(parser.parse(path, content, faults), faults.all());
        });
        document.faults().forEach(problems::add);
        return document.file();
    }

    /** Number of documents. */
    public synchronized int size() {
        return documents.size();
    }

    /** Two archives may have files of the same path. */
    private record DocumentContent(String path, ByteBuffer content) {}

    private record ParsedDocument(Optional<DocumentFile> file, List<Problem> faults) {}

    /** Parses the content of a document. */
    @FunctionalInterface
    public interface ContentParser {

        /**
         * Parses a content.
         *
         * @param path path in the application, or URL
         * @param faults gets the faults of the content
         * @return empty if it cannot be read
         */
        Optional<DocumentFile> parse(String path, byte[] content, ProblemCollector faults);
    }
}
