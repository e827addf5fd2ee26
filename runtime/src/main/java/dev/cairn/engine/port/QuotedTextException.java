package dev.cairn.engine.port;

import java.util.function.Function;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;

/**
 * An error that quotes a part of a text from outside. It keeps the whole text: a secret of which the error has only a part would not
 * be found any more.
 */
public class QuotedTextException extends WorkflowException {

    private static final long serialVersionUID = 1L;

    final transient String text;
    final transient Function<String, WorkflowError> quoting;

    /**
     * An error as it stands if the text has nothing to conceal.
     *
     * @param text the whole quoted text
     * @param quoting gives the error with as much of a text as it quotes
     */
    public QuotedTextException(String text, Function<String, WorkflowError> quoting) {
        super(quoting.apply(text));
        this.text = text;
        this.quoting = quoting;
    }

    /** The same, with another text and another error around it. */
    public QuotedTextException changed(UnaryOperator<String> change, UnaryOperator<WorkflowError> around) {
        return new QuotedTextException(change.apply(text), quoted -> around.apply(quoting.apply(quoted)));
    }

    /**
     * The same, as the answer of another service.
     *
     * @param response as {@link ErrorResponseException} has it
     */
    public ErrorResponseException answered(JsonNode response) {
        return new ErrorResponseException(text, quoting, response);
    }

    /** The error, had the whole text been changed before it was quoted. */
    public WorkflowError quoting(UnaryOperator<String> change) {
        return quoting.apply(change.apply(text));
    }
}
