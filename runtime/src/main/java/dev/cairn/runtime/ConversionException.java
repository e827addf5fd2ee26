package dev.cairn.runtime;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;

/** A value cannot cross the border between JSON and a method's own types. */
final class ConversionException extends WorkflowException {

    private static final long serialVersionUID = 1L;

    ConversionException(WorkflowError error) {
        super(error);
    }
}
