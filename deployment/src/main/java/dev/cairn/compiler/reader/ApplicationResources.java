package dev.cairn.compiler.reader;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

import dev.cairn.compiler.document.ParsedDocumentCache;

/** The resources of the application, for what a definition refers to. */
@FunctionalInterface
public interface ApplicationResources {

    /** Of an application that has none. */
    ApplicationResources NONE = path -> Optional.empty();

    /**
     * Reads a resource.
     *
     * @param path from the root of the class path, without a leading slash and without dots
     */
    Optional<byte[]> find(String path);

    /**
     * Reads a resource by its URL.
     *
     * @param url absolute URL of http or https, without a fragment
     * @param referrer URL of the document that refers to it; null if a file of the application does
     */
    default byte[] fetch(String url, String referrer) throws UnavailableResourceException {
        throw new UnavailableResourceException(ReaderErrorCodes.RESOURCE,
                "A resource is read when the application is built, so it cannot come from " + SourceElement.quoted(url),
                "Put it beside the definition, or anywhere on the class path: classpath:schemas/order.json.");
    }

    /** The documents of the build that are parsed already. */
    default ParsedDocumentCache documents() {
        return new ParsedDocumentCache();
    }

    /** Address of the catalog that {@code default} names in a definition without a catalog of this name. */
    default Optional<String> defaultCatalog() {
        return Optional.empty();
    }

    /**
     * The path of a resource.
     *
     * @param file path of the file that refers to it, or empty for the root
     * @param path as it is written there
     * @return null if it leads out of the class path
     */
    static String resolve(String file, String path) {
        Deque<String> parts = new ArrayDeque<>();
        int directory = file.lastIndexOf('/');
        String all = directory < 0 ? path : file.substring(0, directory + 1) + path;
        for (String part : all.split("/")) {
            if (part.equals("..")) {
                if (parts.pollLast() == null) {
                    return null;
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return String.join("/", parts);
    }
}
