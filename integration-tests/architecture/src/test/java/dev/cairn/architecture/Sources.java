package dev.cairn.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;

/** The Java sources of the project, tests included. */
final class Sources {

    /** Takes one source file. */
    @FunctionalInterface
    interface Visitor {
        void visit(String file, CompilationUnitTree unit, SourcePositions positions) throws IOException;
    }

    private Sources() {}

    /** The top directory of the project: the one with mvnw in it, at or above where the tests run. */
    static Path top() {
        for (Path candidate = Path.of("").toAbsolutePath(); candidate != null; candidate = candidate.getParent()) {
            if (Files.exists(candidate.resolve("mvnw"))) {
                return candidate;
            }
        }
        throw new IllegalStateException("no mvnw at or above " + Path.of("").toAbsolutePath());
    }

    /** Every Java file under a {@code src} directory below {@code top}, in order of its path. */
    static List<Path> below(Path top) {
        List<Path> sources = new ArrayList<>();
        collect(top, false, sources);
        return sources;
    }

    /** Parses sources, and hands each over with its path below {@code top}. */
    static void parse(Path top, List<Path> sources, Visitor visitor) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                Path file = top.relativize(Path.of(unit.getSourceFile().toUri()));
                visitor.visit(file.toString().replace('\\', '/'), unit, positions);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the sources below " + top, e);
        }
    }

    private static void collect(Path directory, boolean insideSrc, List<Path> into) {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.sorted().toList()) {
                String name = entry.getFileName().toString();
                if (Files.isDirectory(entry) && !name.equals("target") && !name.startsWith(".")) {
                    collect(entry, insideSrc || name.equals("src"), into);
                } else if (insideSrc && name.endsWith(".java")) {
                    into.add(entry);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory, e);
        }
    }
}
