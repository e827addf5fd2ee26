package dev.cairn.snippets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Java, compiled with the class path of an application. A text without {@code package} gets a package and the usual imports; the
 * part {@code methods} stands in a class, {@code statements} in a method of it; <code>{ … }</code> is a body that is not shown.
 */
final class JavaSnippets {

    private static final Pattern TYPE = Pattern.compile(
            "^(?:public )?(?:final )?(?:class|interface|record|enum|@interface) (\\w+)",
            Pattern.MULTILINE);
    private static final Pattern NOT_SHOWN = Pattern.compile("\\{ … }");

    /** Lines may not be added here but to the first line, or messages name the wrong ones. */
    private static final String USUAL = "package snippet; import java.time.*; import java.util.*; import jakarta.inject.*;"
            + " import jakarta.enterprise.context.*; import io.smallrye.mutiny.Uni; import dev.cairn.api.*; import dev.cairn.fluent.*;"
            + " import dev.cairn.spi.*; import static dev.cairn.fluent.Flows.*; import static dev.cairn.snippets.around.Around.*; ";

    private JavaSnippets() {}

    static List<String> faults(Block block) {
        String text = NOT_SHOWN.matcher(block.text()).replaceAll("{ throw new UnsupportedOperationException(); }");
        switch (block.part()) {
            case "":
                return compile(block, text.contains("package ") ? text : USUAL + text);
            case "methods":
                return compile(block, USUAL + "class Snippet { " + text + "}");
            case "statements":
                return compile(block,
                        USUAL + "class Snippet { CairnClient cairn; void run() throws Exception { " + text + "} }");
            default:
                return List.of(block.place() + ": no part of Java is called " + block.part() + ": methods, statements");
        }
    }

    private static List<String> compile(Block block, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
            Path classes = Files.createDirectories(Path.of("target", "snippets"));
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            compiler.getTask(null, files, found, List.of("-proc:none", "-parameters", "-Xlint:deprecation"), null,
                    List.of(new Source(name(source), source))).call();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot compile " + block.place(), e);
        }
        return found.getDiagnostics().stream()
                .filter(problem -> problem.getKind() != Diagnostic.Kind.NOTE)
                .map(problem -> block.place(problem.getLineNumber()) + ": " + problem.getMessage(null))
                .toList();
    }

    private static String name(String source) {
        Matcher type = TYPE.matcher(source);
        return type.find() ? type.group(1) : "Snippet";
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
