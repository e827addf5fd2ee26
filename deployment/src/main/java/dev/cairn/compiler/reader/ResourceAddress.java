package dev.cairn.compiler.reader;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a resource that a file refers to.
 *
 * @param path path from the root of the class path, or an absolute URL of http or https
 * @param remote true for a URL
 * @param fromRoot true if the reference names the path from the root
 */
record ResourceAddress(String path, boolean remote, boolean fromRoot) {

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?:///?(?=[^/]))?(.*)", Pattern.DOTALL);
    private static final Pattern REMOTE = Pattern.compile("(?i)https?://.*", Pattern.DOTALL);

    /** True for the path of a file that came from a URL. */
    static boolean isRemote(String file) {
        return REMOTE.matcher(file).matches();
    }

    /**
     * Resolves a reference.
     *
     * @param file path or URL of the file that has the reference
     * @return null if it leads out of the class path, or has a form that no resource can have
     */
    static ResourceAddress of(String file, String reference) {
        if (REMOTE.matcher(reference).matches()) {
            return remote(reference);
        }
        Matcher scheme = SCHEME.matcher(reference);
        boolean schemed = scheme.matches();
        if (isRemote(file)) {
            // A document from elsewhere must not read the files of the application.
            return schemed ? null : remote(resolved(file, reference));
        }
        if (schemed && !scheme.group(1).equals("classpath") && !scheme.group(1).equals("file")) {
            return null;
        }
        String path = schemed ? scheme.group(2) : reference;
        boolean fromRoot = schemed && scheme.group(1).equals("classpath") || path.startsWith("/");
        String resolved = ApplicationResources.resolve(fromRoot ? "" : file, path);
        return resolved == null ? null : new ResourceAddress(resolved, false, fromRoot);
    }

    /** Null for null. A fragment is no part of the address. */
    private static ResourceAddress remote(String url) {
        return url == null ? null : new ResourceAddress(url.replaceFirst("#.*", ""), true, true);
    }

    private static String resolved(String base, String reference) {
        try {
            return new URI(base).resolve(new URI(reference)).toString();
        } catch (URISyntaxException noUri) {
            return null;
        }
    }
}
