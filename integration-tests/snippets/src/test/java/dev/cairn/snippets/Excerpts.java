package dev.cairn.snippets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.cairn.snippets.Block.Excerpt;

/**
 * Excerpts that pages copy from files: these have to be sources of a module, which the build compiles or runs. Lines that
 * follow each other in a copy do so in the file, but for the imports: a copy has those that it needs.
 */
final class Excerpts {

    private static final Pattern SOURCES = Pattern.compile("(.+)/src/(?:main|test)/(?:java|resources)/.+");
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?[\\w.]+?\\.(\\w+);");

    private Excerpts() {}

    static List<String> faults(Block block) {
        Excerpt excerpt = block.source();
        String file = Project.TOP.relativize(excerpt.file()).toString();
        Matcher sources = SOURCES.matcher(file);
        List<String> original = Project.text(excerpt.file()).lines().toList();
        List<String> faults = new ArrayList<>();
        if (original.isEmpty()) {
            faults.add("is not there");
        } else if (!sources.matches() || Project.text(Project.TOP.resolve(sources.group(1)).resolve("pom.xml")).isEmpty()) {
            faults.add("is no source of a module");
        } else {
            List<String> copy = excerpt.text().lines().toList();
            if (!hasBody(original, body(copy)) || !original.containsAll(copy.stream().filter(Excerpts::isHead).toList())) {
                faults.add("says something else");
            }
            missing(original, copy).forEach(line -> faults.add("has the line \"" + line + "\", which the copy needs"));
        }
        return faults.stream().map(fault -> block.place() + ": " + file + " " + fault).toList();
    }

    private static boolean isHead(String line) {
        return line.startsWith("package ") || line.startsWith("import ");
    }

    /** The lines behind the imports. */
    private static List<String> body(List<String> lines) {
        int begin = 0;
        for (int i = 0; i < lines.size(); i++) {
            begin = isHead(lines.get(i)) ? i + 1 : begin;
        }
        while (begin < lines.size() && lines.get(begin).isBlank()) {
            begin++;
        }
        return lines.subList(begin, lines.size());
    }

    /** True if a file has these lines, be it further to the right. */
    private static boolean hasBody(List<String> file, List<String> lines) {
        for (int at = 0; at + lines.size() <= file.size(); at++) {
            String first = file.get(at);
            String indent = first.substring(0, first.length() - first.stripLeading().length());
            List<String> shown = file.subList(at, at + lines.size()).stream()
                    .map(line -> line.startsWith(indent) ? line.substring(indent.length()) : line).toList();
            if (!lines.isEmpty() && (shown.equals(lines) || file.subList(at, at + lines.size()).equals(lines))) {
                return true;
            }
        }
        return false;
    }

    /** Imports of the file whose names the copy uses. */
    private static List<String> missing(List<String> file, List<String> copy) {
        Set<String> names = Arrays.stream(String.join(" ", body(copy)).split("\\W+")).collect(Collectors.toSet());
        return file.stream().filter(line -> {
            Matcher name = IMPORT.matcher(line);
            return name.matches() && names.contains(name.group(1)) && !copy.contains(line);
        }).toList();
    }
}
