package dev.cairn.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import javax.lang.model.element.Modifier;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;

/** The names of constants, and of types that are no members of other types, with the files that declare them. */
final class DeclaredNames {

    /** A word begins with a capital letter; adjacent capitals are one word, such as HTTP in HTTPHeader. */
    private static final Pattern WORD = Pattern.compile("[A-Z]+(?=[A-Z][a-z])|[A-Z][a-z]+\\d*|[A-Z]+\\d*|\\d+");

    private final Map<String, Set<String>> filesByName = new TreeMap<>();
    private final Map<String, Set<String>> shippedByPackage = new TreeMap<>();

    private final Map<String, Set<String>> constantsByFile = new TreeMap<>();

    private DeclaredNames() {}

    static DeclaredNames of(Path top, List<Path> sources) {
        DeclaredNames names = new DeclaredNames();
        Sources.parse(top, sources, (file, unit, positions) -> names.add(file, unit));
        return names;
    }

    /** Files by simple name, of names that more than one file declares. */
    Map<String, Set<String>> duplicates() {
        Map<String, Set<String>> duplicates = new TreeMap<>(filesByName);
        duplicates.values().removeIf(files -> files.size() == 1);
        return duplicates;
    }

    /** Simple names of shipped types by package. */
    Map<String, Set<String>> shippedByPackage() {
        return shippedByPackage;
    }

    /** Names of constants by file. */
    Map<String, Set<String>> constantsByFile() {
        return constantsByFile;
    }

    static long words(String name) {
        return WORD.matcher(name).results().count();
    }

    private void add(String file, CompilationUnitTree unit) {
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree variable, Void none) {
                if (variable.getModifiers().getFlags().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL))) {
                    constantsByFile.computeIfAbsent(file, unknown -> new TreeSet<>()).add(variable.getName().toString());
                }
                return super.visitVariable(variable, none);
            }
        }.scan(unit, null);
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declared) {
                String name = declared.getSimpleName().toString();
                filesByName.computeIfAbsent(name, unknown -> new TreeSet<>()).add(file);
                if (isShipped(file)) {
                    shippedByPackage.computeIfAbsent(unit.getPackageName().toString(), unknown -> new TreeSet<>()).add(name);
                }
            }
        }
    }

    private static boolean isShipped(String file) {
        return file.contains("/src/main/java/") && !file.startsWith("integration-tests/") && !file.startsWith("bench/");
    }
}
