package dev.cairn.compiler;

/**
 * The registers of values that expressions of a task need and that are therefore kept when it begins. Registers are given out
 * at the first request.
 */
final class TaskRegisterAllocator {

    private final ProgramBuilder builder;
    private int raw = -1;
    private int input = -1;
    private int started = -1;
    private int output = -1;

    TaskRegisterAllocator(ProgramBuilder builder) {
        this.builder = builder;
    }

    /** Value register of the raw input. */
    int keepRaw() {
        raw = raw < 0 ? builder.valueRegister() : raw;
        return raw;
    }

    /** Value register of the transformed input. */
    int keepInput() {
        input = input < 0 ? builder.valueRegister() : input;
        return input;
    }

    /** Number register of the time the task started. */
    int keepStarted() {
        started = started < 0 ? builder.numberRegister() : started;
        return started;
    }

    /** Value register of the raw output. */
    int keepOutput() {
        output = output < 0 ? builder.valueRegister() : output;
        return output;
    }

    /** The register, or -1 if it was not requested. */
    int raw() {
        return raw;
    }

    /** The register, or -1 if it was not requested. */
    int input() {
        return input;
    }

    /** The register, or -1 if it was not requested. */
    int started() {
        return started;
    }

    /** The register, or -1 if it was not requested. */
    int output() {
        return output;
    }
}
