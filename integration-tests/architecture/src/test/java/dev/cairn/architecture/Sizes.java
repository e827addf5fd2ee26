package dev.cairn.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;

/**
 * How many lines files and methods have. A file is named by its path below the top directory, a method by that path, its class
 * and its own name; of overloaded methods the longest counts. A method runs from its annotations to its closing brace.
 */
final class Sizes {

    private final Path top;
    private final Map<String, Integer> files = new TreeMap<>();
    private final Map<String, Integer> methods = new TreeMap<>();

    private Sizes(Path top) {
        this.top = top;
    }

    static Sizes of(Path top, List<Path> sources) {
        Sizes sizes = new Sizes(top);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(sources);
            JavacTask task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, units);
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                sizes.measure(unit, positions);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the sources below " + top, e);
        }
        return sizes;
    }

    /** Lines by file. */
    Map<String, Integer> files() {
        return files;
    }

    /** Lines by method, constructors and the methods of inner classes included. */
    Map<String, Integer> methods() {
        return methods;
    }

    private void measure(CompilationUnitTree unit, SourcePositions positions) throws IOException {
        String file = top.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
        files.put(file, (int) unit.getSourceFile().getCharContent(true).toString().lines().count());
        LineMap lines = unit.getLineMap();
        new TreePathScanner<Void, String>() {
            @Override
            public Void visitClass(ClassTree type, String outer) {
                return super.visitClass(type, outer + "#" + type.getSimpleName());
            }

            @Override
            public Void visitMethod(MethodTree method, String type) {
                // A compact constructor that the compiler would add has no position.
                long start = positions.getStartPosition(unit, method);
                long end = positions.getEndPosition(unit, method);
                if (start >= 0 && end >= 0) {
                    int length = (int) (lines.getLineNumber(end) - lines.getLineNumber(start)) + 1;
                    methods.merge(type + "." + method.getName(), length, Math::max);
                }
                return super.visitMethod(method, type);
            }
        }.scan(unit, file);
    }
}
