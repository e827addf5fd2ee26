package dev.cairn.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreeScanner;

/** Finds where sources sleep: a test that waits for the clock is slow when all is well, and fails on a busy machine. */
final class Sleeps {

    private static final Set<String> METHODS = Set.of("sleep", "parkNanos", "parkUntil");

    private Sleeps() {}

    /** File and line of each call of a method that sleeps, and of each reference to one. */
    static List<String> in(Path top, List<Path> sources) {
        List<String> found = new ArrayList<>();
        Sources.parse(top, sources, (file, unit, positions) -> new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (METHODS.contains(nameOf(call.getMethodSelect()))) {
                    found.add(file + ":" + unit.getLineMap().getLineNumber(positions.getStartPosition(unit, call)));
                }
                return super.visitMethodInvocation(call, nothing);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree reference, Void nothing) {
                if (METHODS.contains(reference.getName().toString())) {
                    found.add(file + ":" + unit.getLineMap().getLineNumber(positions.getStartPosition(unit, reference)));
                }
                return super.visitMemberReference(reference, nothing);
            }
        }.scan(unit, null));
        return found;
    }

    private static String nameOf(ExpressionTree method) {
        if (method instanceof MemberSelectTree select) {
            return select.getIdentifier().toString();
        }
        return method instanceof IdentifierTree name ? name.getName().toString() : "";
    }
}
