package dev.cairn.architecture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.lang.model.element.Modifier;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;

/**
 * Number of lines of files and methods, and of parameters of methods and records. A file is named by its path below the top
 * directory, a method by that path, its class and its own name; of overloaded methods the largest counts. A method runs from its
 * annotations to its closing brace.
 */
final class SourceSizes {

    private final Map<String, Integer> files = new TreeMap<>();
    private final Map<String, Integer> methods = new TreeMap<>();
    private final Map<String, Integer> parameters = new TreeMap<>();

    private SourceSizes() {}

    static SourceSizes of(Path top, List<Path> sources) {
        SourceSizes sizes = new SourceSizes();
        Sources.parse(top, sources, sizes::measure);
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

    /** Parameters by method, and of constructors and records by type. */
    Map<String, Integer> parameters() {
        return parameters;
    }

    private void measure(String file, CompilationUnitTree unit, SourcePositions positions) throws IOException {
        files.put(file, (int) unit.getSourceFile().getCharContent(true).toString().lines().count());
        LineMap lines = unit.getLineMap();
        new TreeScanner<Void, String>() {
            @Override
            public Void visitClass(ClassTree type, String outer) {
                String name = outer + "#" + type.getSimpleName();
                if (type.getKind() == Tree.Kind.RECORD) {
                    parameters.merge(name, components(type), Math::max);
                }
                return super.visitClass(type, name);
            }

            @Override
            public Void visitMethod(MethodTree method, String type) {
                long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                long last = lines.getLineNumber(positions.getEndPosition(unit, method));
                methods.merge(type + "." + method.getName(), (int) (last - first) + 1, Math::max);
                boolean constructs = method.getName().contentEquals("<init>");
                parameters.merge(constructs ? type : type + "." + method.getName(), method.getParameters().size(), Math::max);
                return super.visitMethod(method, type);
            }
        }.scan(unit, file);
    }

    private static int components(ClassTree type) {
        return (int) type.getMembers().stream()
                .filter(member -> member instanceof VariableTree field
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
    }
}
