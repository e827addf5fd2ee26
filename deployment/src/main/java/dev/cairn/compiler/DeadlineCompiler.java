package dev.cairn.compiler;

import dev.cairn.definition.DurationSpec;
import dev.cairn.program.DurationPlan;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Timeouts: of the workflow, of a task, of an attempt. */
final class DeadlineCompiler {

    private static final Open NONE = new Open(null, null, -1);

    private DeadlineCompiler() {}

    /** Emits what sets a deadline; all that is emitted until it is closed must be done by then. Null sets none. */
    static Open open(CompilerContext context, int task, String reference, DurationSpec duration, VariableScope scope,
            EffectIdRegisters counters) {
        if (duration == null) {
            return NONE;
        }
        ProgramBuilder builder = context.builder();
        int register = builder.numberRegister();
        DurationPlan length = context.expressions().compileConfigurable(duration, scope).length(duration);
        context.readClock(task, reference, counters, Program.CLOCK_REGISTER);
        JumpLabel set = builder.here();
        builder.emit(labels -> new Operation.SetDeadline(task, register, length));
        return new Open(set, builder.here(), register);
    }

    /** A deadline whose scope is still open. */
    record Open(JumpLabel set, JumpLabel from, int register) {

        void close(CompilerContext context) {
            if (set != null) {
                context.builder().deadline(from, context.builder().here(), register, set);
            }
        }
    }
}
