package dev.cairn.effect.function;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;

/** A value cannot cross the border between JSON and a method's own types. */
public final class ConversionException extends WorkflowException {

    private static final long serialVersionUID = 1L;

    public ConversionException(WorkflowError error) {
        super(error);
    }
}
