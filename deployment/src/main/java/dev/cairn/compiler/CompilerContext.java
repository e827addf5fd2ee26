package dev.cairn.compiler;

import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/**
 * The state that all parts of the compiler share while one definition is compiled.
 *
 * @param definition the definition
 * @param builder the program being built
 * @param expressions compiles expressions
 * @param catalogs functions, workflows and interpreters that the definition may use
 * @param problems receives the faults
 * @param end operation that ends the workflow
 */
record CompilerContext(Definition definition, ProgramBuilder builder, ExpressionCompiler expressions,
        CallableCatalogs catalogs, ProblemCollector problems, JumpLabel end) {

    /** The same, for tasks that go on somewhere else to end the workflow. */
    CompilerContext withEnd(JumpLabel other) {
        return new CompilerContext(definition, builder, expressions, catalogs, problems, other);
    }

    /** The same, for operations that stand elsewhere. */
    CompilerContext withBuilder(ProgramBuilder other) {
        return new CompilerContext(definition, other, expressions, catalogs, problems, end);
    }

    /** The same, with expressions that are parsed in another way. */
    CompilerContext withExpressions(ExpressionCompiler other) {
        return new CompilerContext(definition, builder, other, catalogs, problems, end);
    }

    /** Emits a reading of the clock if one of the expressions that are evaluated next needs it. */
    void clock(int task, String reference, EffectIdRegisters counters, CompiledTemplate... next) {
        for (CompiledTemplate compiled : next) {
            if (compiled.usesClock()) {
                readClock(task, reference, counters, Program.CLOCK_REGISTER);
                return;
            }
        }
    }

    /** Emits a reading of the clock. */
    void readClock(int task, String reference, EffectIdRegisters counters, int register) {
        builder.emit(labels -> new Operation.Clock(task, counters.effect(reference), register));
    }
}
