package dev.cairn.deployment.document;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.jboss.logging.Logger;

import dev.cairn.compiler.document.ParsedDocumentCache;
import dev.cairn.compiler.reader.UnavailableResourceException;
import dev.cairn.deployment.BuildErrorCodes;

/**
 * The documents that definitions refer to by URL, with the copies that are checked in. Thread-safe: definitions are read by several
 * build steps.
 */
public final class RemoteDocuments {

    /** Path of the lock file in an application. */
    public static final String LOCK_FILE = "cairn/documents.lock";

    private static final Logger LOG = Logger.getLogger(RemoteDocuments.class);
    private static final String COPIES = "documents";
    private static final String ADVICE_MODE = "-Dquarkus.cairn.documents.mode=";

    private final DocumentMode mode;
    private final DocumentFetcher fetcher;
    /** Documents of the application's own lock file, as it is on the class path, and those that this build fetched. */
    private final Map<String, LockedDocument> locked = new TreeMap<>();
    /** Documents that this build fetched. */
    private final Map<String, LockedDocument> changes = new TreeMap<>();
    /** Documents that only libraries lock. A build of the application leaves them as they are. */
    private final Map<String, LockedDocument> lockedByLibraries = new TreeMap<>();
    private final Function<String, List<byte[]>> copies;
    /** Gets copies; null if the build has no sources. */
    private final Path directory;
    private final String defaultCatalog;
    /** A lock file cannot be read for this reason; null if all can. */
    private final String fault;
    private final Map<String, byte[]> fetched = new HashMap<>();
    private final ParsedDocumentCache parsed = new ParsedDocumentCache();

    /**
     * The documents of an application.
     *
     * @param locks texts of the lock files
     * @param copies gives the resources of a path: libraries may have copies of the same document
     * @param directory gets copies; null if the build has no sources
     * @param defaultCatalog address of the default catalog, or null
     */
    RemoteDocuments(DocumentMode mode, DocumentFetcher fetcher, LockFiles locks, Function<String, List<byte[]>> copies,
            Path directory, String defaultCatalog) {
        this.mode = mode;
        this.fetcher = fetcher;
        this.copies = copies;
        this.directory = directory;
        this.defaultCatalog = defaultCatalog;
        this.fault = read(locks);
    }

    /**
     * The lock files of an application. Of several lines for a document the first one counts.
     *
     * @param own text of its own lock file; empty for none
     * @param libraries texts of the lock files of its libraries
     */
    record LockFiles(String own, List<String> libraries) {}

    /** The reason why a lock file cannot be read, or null. */
    private String read(LockFiles locks) {
        try {
            LockedDocument.parse(locks.own()).forEach(document -> locked.putIfAbsent(document.url(), document));
        } catch (IllegalArgumentException damaged) {
            return damaged.getMessage();
        }
        try {
            for (String library : locks.libraries()) {
                LockedDocument.parse(library).forEach(document -> lockedByLibraries.putIfAbsent(document.url(), document));
            }
        } catch (IllegalArgumentException damaged) {
            return "in a library, " + damaged.getMessage();
        }
        lockedByLibraries.keySet().removeAll(locked.keySet());
        return null;
    }

    /** The documents of the build that are parsed already, fetched or not. */
    public ParsedDocumentCache parsed() {
        return parsed;
    }

    /** Address of the default catalog, or null. */
    public String defaultCatalog() {
        return defaultCatalog;
    }

    /**
     * The content of a document.
     *
     * @param referrer URL of the document that refers to it, or null if a definition does
     */
    public synchronized byte[] content(String url, String referrer) throws UnavailableResourceException {
        if (fault != null) {
            throw unreadable(fault);
        }
        byte[] known = fetched.get(url);
        if (known != null) {
            return known;
        }
        LockedDocument ofLibrary = lockedByLibraries.get(url);
        byte[] content = ofLibrary == null ? own(url, referrer) : copy(ofLibrary);
        fetched.put(url, content);
        return content;
    }

    private static UnavailableResourceException unreadable(String fault) {
        return new UnavailableResourceException(BuildErrorCodes.DOCUMENT_COPY, "The file " + LOCK_FILE + " cannot be read: "
                + fault + ".", "Restore it, or delete it and build with " + ADVICE_MODE + "add.");
    }

    private byte[] own(String url, String referrer) throws UnavailableResourceException {
        LockedDocument document = locked.get(url);
        if (mode == DocumentMode.UPDATE || document == null) {
            return added(url, referrer);
        }
        byte[] content = copy(document);
        if (mode == DocumentMode.VERIFY) {
            verify(document, fetcher.fetch(url, referrer));
        }
        return content;
    }

    private byte[] copy(LockedDocument document) throws UnavailableResourceException {
        List<byte[]> found = copies.apply("cairn/" + COPIES + "/" + document.file());
        for (byte[] copy : found) {
            if (LockedDocument.hash(copy).equals(document.sha256())) {
                return copy;
            }
        }
        throw new UnavailableResourceException(BuildErrorCodes.DOCUMENT_COPY, "The copy cairn/" + COPIES + "/" + document.file()
                + " of \"" + document.shownUrl() + "\" "
                + (found.isEmpty() ? "is missing." : "is not the one that was locked."),
                "Restore it. If it was changed on purpose, build with " + ADVICE_MODE + "update.");
    }

    private byte[] added(String url, String referrer) throws UnavailableResourceException {
        if (mode == DocumentMode.LOCKED || mode == DocumentMode.VERIFY) {
            throw new UnavailableResourceException(BuildErrorCodes.DOCUMENT_NOT_LOCKED,
                    "The document \"" + DocumentAddress.shown(url) + "\" has no copy in the application.",
                    "Build once with " + ADVICE_MODE + "add, and check in the directory cairn of the resources.");
        }
        byte[] content = fetcher.fetch(url, referrer);
        LockedDocument document = LockedDocument.of(url, content);
        LockedDocument before = locked.put(url, document);
        changes.put(url, document);
        write(document, content);
        LOG.infof("CAIRN-0860: Document %s [url=%s, sha256=%s, bytes=%d]. Check in %s.",
                before == null ? "added" : before.equals(document) ? "unchanged" : "changed", DocumentAddress.shown(url),
                document.sha256(),
                content.length, directory);
        return content;
    }

    private void write(LockedDocument document, byte[] content) throws UnavailableResourceException {
        if (directory == null) {
            throw new UnavailableResourceException(BuildErrorCodes.DOCUMENT_NOT_FETCHED,
                    "The document \"" + document.shownUrl() + "\" cannot be kept: the build knows no directory of resources.",
                    "Name one: quarkus.cairn.documents.directory.");
        }
        try {
            Files.createDirectories(directory.resolve(COPIES));
            Path attributes = directory.resolve(COPIES).resolve(".gitattributes");
            if (Files.notExists(attributes)) {
                // Git must not change ends of lines: the bytes are locked.
                replace(attributes, "* -text\n".getBytes(StandardCharsets.UTF_8));
            }
            replace(directory.resolve(COPIES).resolve(document.file()), content);
            Path lock = directory.resolve("documents.lock");
            replace(lock, LockedDocument.text(lines(lock).values()).getBytes(StandardCharsets.UTF_8));
        } catch (IOException unwritable) {
            throw new UnavailableResourceException(BuildErrorCodes.DOCUMENT_NOT_FETCHED, "The document \"" + document.shownUrl()
                    + "\" cannot be kept in " + directory + ": " + unwritable + ".",
                    "Name a directory that can be written: quarkus.cairn.documents.directory.");
        }
    }

    /**
     * The documents of the lock file in the sources, with those that this build fetched. The file on the class path can be older: the
     * tests and the package of one build are augmented with the same class path, and each may add documents.
     */
    private Map<String, LockedDocument> lines(Path lock) throws IOException, UnavailableResourceException {
        if (!Files.exists(lock)) {
            return locked;
        }
        Map<String, LockedDocument> lines = new TreeMap<>();
        try {
            LockedDocument.parse(Files.readString(lock)).forEach(document -> lines.putIfAbsent(document.url(), document));
        } catch (IllegalArgumentException damaged) {
            throw unreadable(damaged.getMessage());
        }
        lines.putAll(changes);
        return lines;
    }

    /** A build that is broken off leaves no half file. */
    private static void replace(Path file, byte[] content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, content);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void verify(LockedDocument document, byte[] now) throws UnavailableResourceException {
        String hash = LockedDocument.hash(now);
        if (!hash.equals(document.sha256())) {
            throw new UnavailableResourceException(BuildErrorCodes.DOCUMENT_CHANGED, "The document \"" + document.shownUrl()
                    + "\" has changed: sha256 " + hash + " instead of " + document.sha256() + ".",
                    "Review the change. To accept it, build with " + ADVICE_MODE + "update.");
        }
    }
}
