package dev.cairn.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import javax.lang.model.element.Modifier;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;

/**
 * The test classes of the project with the tags that decide where they run: a tier, and slices of {@code .ci/long}. Tags are
 * inherited, as JUnit has it.
 */
final class TestClasses {

    /** Of tests without the tag of a tier. */
    private static final String FAST = "fast";
    private static final Set<String> TIERS = Set.of("servers", "crash", "long");
    /** Runs in {@code verify} although it has a tier. */
    private static final String SMOKE = "smoke";
    /** Does not depend on the JDK, so it runs on one. */
    private static final String ANY_JDK = "any-jdk";
    private static final Set<String> TESTS = Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory");

    /** @param methodTags of each method that has tags; a tier keeps it out of the runs of a fast class */
    private record Declaration(String module, String name, List<String> parents, boolean concrete, boolean hasTests,
            SortedSet<String> tags, List<SortedSet<String>> methodTags) {}

    private final Map<String, List<Declaration>> bySimpleName = new HashMap<>();
    private final Map<String, Declaration> byName = new TreeMap<>();

    private TestClasses() {}

    static TestClasses of(Path top, List<Path> sources) {
        TestClasses classes = new TestClasses();
        Sources.parse(top, sources, (file, unit, positions) -> {
            String module = file.substring(0, file.indexOf("src/")).replaceFirst("/$", "");
            for (Tree type : unit.getTypeDecls()) {
                if (type instanceof ClassTree tree) {
                    classes.add(declaration(module, unit.getPackageName() + "." + tree.getSimpleName(), tree));
                }
            }
        });
        return classes;
    }

    /** A line for each class: its module, its name, its tiers, and the slices that it runs in. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        testClasses().forEach(test -> lines.add(
                String.join(" ", test.module(), test.name(), String.join("+", tiers(test)), String.join(",", slices(test)))
                        .stripTrailing()));
        return lines.stream().sorted().toList();
    }

    /** Reports tests that neither verify nor a slice runs, and tags without a meaning. */
    List<String> faults(Set<String> knownSlices) {
        List<String> faults = new ArrayList<>();
        for (Declaration test : testClasses()) {
            if (!test.name().endsWith("Test") && !test.name().endsWith("IT")) {
                faults.add(test.name() + ": Maven runs classes whose name ends in Test or IT");
            }
            SortedSet<String> tags = inherited(test, Declaration::tags);
            if (tags.stream().filter(TIERS::contains).count() > 1) {
                faults.add(test.name() + ": has more than one tier");
            }
            runs(test).forEach(run -> {
                SortedSet<String> slices = slicesAmong(run);
                if (run.stream().anyMatch(TIERS::contains) && slices.isEmpty()) {
                    faults.add(test.name() + ": is left out of verify, and no slice has it");
                }
                slices.removeAll(knownSlices);
                if (!slices.isEmpty()) {
                    faults.add(test.name() + ": .ci/long has no slice " + String.join(", ", slices));
                }
            });
        }
        return faults.stream().distinct().sorted().toList();
    }

    /** The tags of the class, and those that each of its tagged methods has with them. */
    private List<SortedSet<String>> runs(Declaration test) {
        SortedSet<String> ofClass = inherited(test, Declaration::tags);
        List<SortedSet<String>> runs = new ArrayList<>(List.of(ofClass));
        inheritedMethodTags(test).forEach(ofMethod -> {
            SortedSet<String> run = new TreeSet<>(ofClass);
            run.addAll(ofMethod);
            runs.add(run);
        });
        return runs;
    }

    private List<Declaration> testClasses() {
        return byName.values().stream().filter(declaration -> declaration.concrete() && hasTests(declaration)).toList();
    }

    private boolean hasTests(Declaration declaration) {
        return declaration.hasTests() || parents(declaration).stream().anyMatch(this::hasTests);
    }

    private SortedSet<String> tiers(Declaration test) {
        SortedSet<String> tiers = new TreeSet<>();
        for (SortedSet<String> run : runs(test)) {
            tiers.addAll(run);
            if (isFast(run)) {
                tiers.add(FAST);
            }
        }
        tiers.removeIf(tag -> !TIERS.contains(tag) && !tag.equals(FAST) && !tag.equals(SMOKE));
        return tiers;
    }

    private SortedSet<String> slices(Declaration test) {
        SortedSet<String> slices = new TreeSet<>();
        for (SortedSet<String> run : runs(test)) {
            slices.addAll(slicesAmong(run));
            if (!run.contains(ANY_JDK)) {
                slices.add(isFast(run) ? "jdk25" : "jdk25-servers");
            }
        }
        return slices;
    }

    private static boolean isFast(SortedSet<String> tags) {
        return tags.stream().noneMatch(TIERS::contains);
    }

    private static SortedSet<String> slicesAmong(SortedSet<String> tags) {
        SortedSet<String> slices = new TreeSet<>(tags);
        slices.removeAll(TIERS);
        slices.removeAll(Set.of(SMOKE, ANY_JDK));
        return slices;
    }

    private List<SortedSet<String>> inheritedMethodTags(Declaration declaration) {
        List<SortedSet<String>> all = new ArrayList<>(declaration.methodTags());
        parents(declaration).forEach(parent -> all.addAll(inheritedMethodTags(parent)));
        return all;
    }

    private SortedSet<String> inherited(Declaration declaration, Function<Declaration, SortedSet<String>> tags) {
        SortedSet<String> all = new TreeSet<>(tags.apply(declaration));
        parents(declaration).forEach(parent -> all.addAll(inherited(parent, tags)));
        return all;
    }

    /** By simple name, of which the project's contracts have one each. */
    private List<Declaration> parents(Declaration declaration) {
        return declaration.parents().stream().flatMap(name -> bySimpleName.getOrDefault(name, List.of()).stream()).toList();
    }

    private void add(Declaration declaration) {
        byName.put(declaration.module() + ":" + declaration.name(), declaration);
        String simpleName = declaration.name().substring(declaration.name().lastIndexOf('.') + 1);
        bySimpleName.computeIfAbsent(simpleName, none -> new ArrayList<>()).add(declaration);
    }

    private static Declaration declaration(String module, String name, ClassTree tree) {
        List<SortedSet<String>> methodTags = new ArrayList<>();
        boolean hasTests = false;
        for (Tree member : tree.getMembers()) {
            if (member instanceof MethodTree method) {
                SortedSet<String> tags = tags(method.getModifiers());
                if (!tags.isEmpty()) {
                    methodTags.add(tags);
                }
                hasTests |= method.getModifiers().getAnnotations().stream().map(TestClasses::simpleName)
                        .anyMatch(TESTS::contains);
            }
        }
        boolean concrete = tree.getKind() == Tree.Kind.CLASS && !tree.getModifiers().getFlags().contains(Modifier.ABSTRACT);
        return new Declaration(module, name, parents(tree), concrete, hasTests, tags(tree.getModifiers()), methodTags);
    }

    private static List<String> parents(ClassTree tree) {
        List<Tree> parents = new ArrayList<>(tree.getImplementsClause());
        if (tree.getExtendsClause() != null) {
            parents.add(tree.getExtendsClause());
        }
        return parents.stream().map(parent -> parent.toString().replaceFirst("<.*", "")).toList();
    }

    private static SortedSet<String> tags(ModifiersTree modifiers) {
        SortedSet<String> tags = new TreeSet<>();
        for (AnnotationTree annotation : modifiers.getAnnotations()) {
            if (simpleName(annotation).equals("Tag")) {
                ExpressionTree argument = annotation.getArguments().get(0);
                ExpressionTree value = argument instanceof AssignmentTree assignment ? assignment.getExpression() : argument;
                tags.add(((LiteralTree) value).getValue().toString());
            }
        }
        return tags;
    }

    private static String simpleName(AnnotationTree annotation) {
        String name = annotation.getAnnotationType().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
