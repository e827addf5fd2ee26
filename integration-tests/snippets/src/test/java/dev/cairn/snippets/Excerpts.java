package dev.cairn.snippets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import dev.cairn.snippets.Block.Excerpt;

/** What pages take from files: these have to be sources of a module, which the build compiles or runs. */
final class Excerpts {

    private static final Pattern SOURCES = Pattern.compile("(.+)/src/(?:main|test)/(?:java|resources)/.+");

    private Excerpts() {}

    static List<String> faults(Block block) {
        List<String> faults = new ArrayList<>();
        for (Excerpt excerpt : block.sources()) {
            String fault = fault(excerpt);
            if (fault != null) {
                faults.add(block.place() + ": " + Project.TOP.relativize(excerpt.file()) + " " + fault);
            }
        }
        return faults;
    }

    private static String fault(Excerpt excerpt) {
        if (!Files.exists(excerpt.file())) {
            return "is not there";
        }
        var sources = SOURCES.matcher(Project.TOP.relativize(real(excerpt.file())).toString());
        if (!sources.matches() || !Files.exists(Project.TOP.resolve(sources.group(1)).resolve("pom.xml"))) {
            return "is no source of a module";
        }
        String text = Project.text(excerpt.file());
        if (excerpt.tag() != null && !text.contains("tag::" + excerpt.tag() + "[]")) {
            return "has no tag " + excerpt.tag();
        }
        return excerpt.text() == null || text.contains(excerpt.text()) ? null : "says something else";
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot follow " + file, e);
        }
    }
}
