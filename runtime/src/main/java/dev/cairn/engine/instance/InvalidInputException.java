package dev.cairn.engine.instance;

import java.util.List;

import dev.cairn.api.CairnException;
import dev.cairn.value.CompiledSchema;

/** An input does not fulfil the schema of its workflow. Nothing was started. */
public final class InvalidInputException extends CairnException {

    private static final long serialVersionUID = 1L;

    private final transient List<CompiledSchema.Violation> violations;

    public InvalidInputException(String program, List<CompiledSchema.Violation> violations) {
        super(Reason.INVALID_INPUT,
                "CAIRN-0413: The input does not fulfil the schema of " + program + ": " + violations.get(0).pointer()
                        + " " + violations.get(0).message()
                        + (violations.size() == 1 ? "" : " (and " + (violations.size() - 1) + " more)")
                        + ". Nothing was started.",
                null);
        this.violations = List.copyOf(violations);
    }

    /** Violations of the schema; at least one. */
    public List<CompiledSchema.Violation> violations() {
        return violations;
    }
}
