package dev.cairn.deployment.document;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the lock file.
 *
 * @param url URL of the document
 * @param sha256 hash of its copy, in hexadecimal digits
 * @param file name of the copy in the directory of the copies
 */
record LockedDocument(String url, String sha256, String file) {

    private static final String HEADER = """
            # Documents that workflows refer to by URL: hash and name of the copy, and the URL. Written by the build, to be checked in.
            # quarkus.cairn.documents.mode=add fetches new ones, =update all of them.
            """;
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) ([A-Za-z0-9._-]+) (\\S+)");
    private static final int MAX_NAME_CHARS = 40;
    private static final int HASH_CHARS = 12;

    /** The document with its content. */
    static LockedDocument of(String url, byte[] content) {
        String path = url.replaceFirst("[?#].*", "");
        String name = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^\\.+", "");
        String hash = hash(url.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_CHARS);
        return new LockedDocument(url, hash(content),
                hash + "-" + (name.length() > MAX_NAME_CHARS ? name.substring(name.length() - MAX_NAME_CHARS) : name));
    }

    /** The URL for messages. */
    String shownUrl() {
        return DocumentAddress.shown(url);
    }

    /** The SHA-256 of a content, in hexadecimal digits. */
    static String hash(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException everyRuntimeHasIt) {
            throw new IllegalStateException(everyRuntimeHasIt);
        }
    }

    /**
     * Reads a lock file.
     *
     * @throws IllegalArgumentException with the number of a line that is none
     */
    static List<LockedDocument> parse(String text) {
        List<LockedDocument> documents = new ArrayList<>();
        String[] lines = text.split("\\R");
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].isBlank() || lines[i].startsWith("#")) {
                continue;
            }
            Matcher line = LINE.matcher(lines[i].strip());
            if (!line.matches()) {
                throw new IllegalArgumentException("line " + (i + 1) + " is not \"<sha-256> <file> <URL>\"");
            }
            documents.add(new LockedDocument(line.group(3), line.group(1), line.group(2)));
        }
        return documents;
    }

    /** The text of a lock file, in the order of the URLs. */
    static String text(Collection<LockedDocument> documents) {
        StringBuilder text = new StringBuilder(HEADER);
        documents.stream().sorted(Comparator.comparing(LockedDocument::url)).forEach(document -> text.append(document.sha256)
                .append(' ').append(document.file).append(' ').append(document.url).append('\n'));
        return text.toString();
    }
}
