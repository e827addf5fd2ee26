package dev.cairn.compiler;

import dev.cairn.program.Operation;

/**
 * Destination of a jump.
 *
 * @param label the label to jump to
 * @param counter number register that counts the laps of a backward jump, else -1
 */
record JumpTarget(JumpLabel label, int counter) {

    /** Emits the jump, unless the place comes next anyway. */
    void jump(CompilerContext context, int task, JumpLabel comesNext) {
        if (label != comesNext || counter >= 0) {
            context.builder().emit(labels -> new Operation.Jump(task, labels.applyAsInt(label), counter));
        }
    }
}
