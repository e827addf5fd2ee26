package dev.cairn.executor;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.program.Operation;
import dev.cairn.program.Operation.Fork;

/**
 * The branch of each operation of a program. Branches have numbers: 0 is the workflow itself; those of a fork follow
 * each other, and come after the branch that the fork is in. A branch holds no more than one place where an instance
 * can be.
 */
final class OperationBranchTable {

    /** The branch that is the workflow itself. */
    static final int WORKFLOW = 0;

    private final int[] branches;
    /** For each operation that begins a fork, the number of its first branch. */
    private final int[] firsts;
    private final List<Branching> all = new ArrayList<>();

    private OperationBranchTable(List<Operation> operations) {
        this.branches = new int[operations.size()];
        this.firsts = new int[branches.length];
        all.add(new Branching(-1, -1, null, 0, 0, operations.size()));
        // The table lists outer forks first, so inner ones come later and override them.
        for (int index = 0; index < branches.length; index++) {
            if (operations.get(index) instanceof Fork fork) {
                add(index, fork);
            }
        }
    }

    /** The table of a program, or null if it has no forks. */
    static OperationBranchTable of(List<Operation> operations) {
        return operations.stream().anyMatch(Fork.class::isInstance) ? new OperationBranchTable(operations) : null;
    }

    private void add(int index, Fork fork) {
        int parent = branches[index];
        int first = all.size();
        firsts[index] = first;
        for (int i = 0; i < fork.branches().size(); i++) {
            int from = fork.branches().get(i);
            int to = i + 1 < fork.branches().size() ? fork.branches().get(i + 1) : fork.exit();
            for (int operation = from; operation < to; operation++) {
                branches[operation] = all.size();
            }
            all.add(new Branching(parent, index, fork, first, from, to));
        }
    }

    /** Number of branches, the workflow included. */
    int size() {
        return all.size();
    }

    /** The branch that an operation belongs to. */
    int branch(int operation) {
        return branches[operation];
    }

    /** Facts of a branch. */
    Branching get(int branch) {
        return all.get(branch);
    }

    /** The first branch of the fork that is begun by an operation. */
    int first(int forkOperation) {
        return firsts[forkOperation];
    }

    /** True if a branch lies in another one, however deep; it does not lie in itself. */
    boolean inside(int branch, int other) {
        int at = all.get(branch).parent;
        while (at > other) {
            at = all.get(at).parent;
        }
        return at == other;
    }

    /**
     * A branch as the program has it.
     *
     * @param parent the branch that the fork is in, or -1
     * @param forkOperation index of the fork, or -1
     * @param fork the fork, or null
     * @param first number of the first branch of the same fork
     * @param from its first operation
     * @param to the first operation after it
     */
    record Branching(int parent, int forkOperation, Fork fork, int first, int from, int to) {}
}
