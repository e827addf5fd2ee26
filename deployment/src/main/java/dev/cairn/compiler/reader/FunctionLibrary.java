package dev.cairn.compiler.reader;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;

/**
 * The functions that stand in files of their own: by the URL that a call names, or in a catalog, as {@code name:version@catalog}. A
 * file is read once for a definition.
 */
final class FunctionLibrary {

    private static final String DEFAULT = "default";
    private static final Pattern CATALOGED = Pattern.compile("([^:@/\\s]+):([^:@/\\s]+)@([^:@/\\s]+)");
    private static final Pattern GITHUB = Pattern
            .compile("https://github\\.com/([^/]+)/([^/]+?)(?:\\.git)?(?:/(?:tree|blob)/(.+?))?/?");
    private static final Pattern GITLAB = Pattern.compile("(https://gitlab\\.com/.+?)(?:\\.git)?(?:/-/(?:tree|blob)/(.+?))?/?");

    private final Map<String, WrittenAddress> catalogs = new LinkedHashMap<>();
    /** Files by their addresses. */
    private final Map<String, FunctionFile> files = new HashMap<>();

    /** Reads {@code use.catalogs}; the element may be null. */
    void readCatalogs(SourceElement element) {
        if (element == null) {
            return;
        }
        if (!element.isObject()) {
            element.wrongType("an object");
            return;
        }
        element.value().fieldNames().forEachRemaining(name -> {
            try (ElementFieldReader fields = ElementFieldReader.of(element.at(name))) {
                SourceElement uri = ExternalResourceLoader.uri(fields.required("endpoint"));
                String text = uri == null ? null : uri.text();
                if (text != null && (uri.isWrappedExpression() || text.indexOf('{') >= 0)) {
                    uri.problem(ReaderErrorCodes.RESOURCE,
                            "A catalog is read when the application is built, so its place cannot be computed",
                            "Write the place itself.");
                    text = "";
                }
                catalogs.put(name, new WrittenAddress(text == null ? "" : text, element.location().file()));
            }
        });
    }

    /** True if a call names a function in a file of its own. */
    static boolean isIn(String call) {
        return call.contains("://") || call.indexOf('@') >= 0;
    }

    /**
     * The function that a call names, as if it stood there; null after a problem was reported.
     *
     * @param elsewhere pointer at which it stands
     */
    SourceElement find(SourceElement call, String elsewhere) {
        WrittenAddress address = address(call);
        if (address == null) {
            return null;
        }
        ResourceAddress resolved = ResourceAddress.of(address.file(), address.text());
        if (resolved == null) {
            call.problem(ReaderErrorCodes.RESOURCE, "A function cannot come from " + SourceElement.quoted(address.text()),
                    "Write a URL of http or https, or a resource of the application: classpath:functions/greet.yaml.");
            return null;
        }
        FunctionFile file = files.computeIfAbsent(resolved.path(),
                path -> FunctionFile.read(resolved, address.file(), call.quiet()));
        file.report(call);
        return file.tree().map(tree -> call.mounting(tree, elsewhere)).orElse(null);
    }

    /** Null after a problem was reported. */
    private WrittenAddress address(SourceElement call) {
        String name = call.text();
        if (name.contains("://")) {
            return new WrittenAddress(name, call.location().file());
        }
        Matcher parts = CATALOGED.matcher(name);
        if (!parts.matches()) {
            call.problem(ReaderErrorCodes.INVALID_VALUE, SourceElement.quoted(name) + " is no function of a catalog",
                    "Write it as name:version@catalog.");
            return null;
        }
        WrittenAddress catalog = catalogs.get(parts.group(3));
        if (catalog == null && parts.group(3).equals(DEFAULT)) {
            catalog = call.resources().defaultCatalog().map(endpoint -> new WrittenAddress(endpoint, "")).orElse(null);
            if (catalog == null) {
                call.problem(ReaderErrorCodes.UNKNOWN_REFERENCE, "The application has no default catalog",
                        "Name it in quarkus.cairn.documents.default-catalog, or define a catalog in use.catalogs.");
                return null;
            }
        }
        if (catalog == null) {
            String near = NameSuggestions.didYouMean(parts.group(3), new TreeSet<>(catalogs.keySet()));
            call.problem(ReaderErrorCodes.UNKNOWN_REFERENCE, "No catalog is named " + SourceElement.quoted(parts.group(3)),
                    near != null ? near : call.remedy("catalogs", "Define it in use.catalogs."));
            return null;
        }
        // The faults of a catalog were reported where it stands.
        return catalog.text().isEmpty() ? null
                : new WrittenAddress(root(catalog.text()) + "/functions/" + parts.group(1) + "/" + parts.group(2)
                        + "/function.yaml", catalog.file());
    }

    /** The place of the files themselves, for a catalog that is the page of a repository (DSL, "Resource Catalog"). */
    static String root(String catalog) {
        Matcher github = GITHUB.matcher(catalog);
        if (github.matches()) {
            return "https://raw.githubusercontent.com/" + github.group(1) + "/" + github.group(2) + "/"
                    + (github.group(3) == null ? "HEAD" : github.group(3));
        }
        Matcher gitlab = GITLAB.matcher(catalog);
        if (gitlab.matches()) {
            return gitlab.group(1) + "/-/raw/" + (gitlab.group(2) == null ? "HEAD" : gitlab.group(2));
        }
        return catalog.endsWith("/") ? catalog.substring(0, catalog.length() - 1) : catalog;
    }

    /**
     * An address as it is written.
     *
     * @param text the address; empty for a faulty one
     * @param file path or URL of the file that has it; empty for the configuration of the application
     */
    private record WrittenAddress(String text, String file) {}

    /**
     * A file. Its faults are reported for each call: the first call can stand in a part whose faults are not reported.
     *
     * @param tree its content; empty if it cannot be read
     * @param refusals reasons why a call cannot have the file, to be reported where the call stands
     * @param faults faults of its content
     */
    private record FunctionFile(Optional<SourceTree> tree, List<Problem> refusals, List<Problem> faults) {

        /**
         * @param writer path or URL of the file that has the address
         * @param call a call whose faults are not reported
         */
        static FunctionFile read(ResourceAddress address, String writer, SourceElement call) {
            byte[] content = ExternalResourceLoader.content(address, writer, call);
            if (content == null && !address.remote()) {
                call.problem(ReaderErrorCodes.RESOURCE,
                        "There is no resource " + SourceElement.quoted(address.path()) + " in the application",
                        "Correct the name of the function, or the endpoint of the catalog.");
            }
            ProblemCollector faults = new ProblemCollector();
            Optional<SourceTree> tree = content == null ? Optional.empty()
                    : SourceParser.parseAny(address.path(), content, faults);
            return new FunctionFile(tree, call.problems().all(), faults.all());
        }

        void report(SourceElement call) {
            refusals.forEach(refusal -> call.problem(refusal.code(), refusal.message(), refusal.suggestion()));
            faults.forEach(call.problems()::add);
        }
    }
}
