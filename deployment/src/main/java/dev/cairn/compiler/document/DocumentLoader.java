package dev.cairn.compiler.document;

/** Loads the documents that references lead to. */
@FunctionalInterface
public interface DocumentLoader {

    /**
     * Loads a document.
     *
     * @param from the part that has the reference, for messages
     * @param uri the reference without its fragment, as it is written
     * @return null after a problem was reported
     */
    DocumentFile load(DocumentPart from, String uri);
}
