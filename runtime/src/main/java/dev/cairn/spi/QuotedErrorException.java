package dev.cairn.spi;

import java.util.function.Function;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;

/**
 * An error of a call that quotes a part of a text from outside, such as the answer of a server. It carries the whole text: Cairn conceals
 * the secrets in it before the error is stored, and a secret of which an error has only a part is not found.
 */
public class QuotedErrorException extends WorkflowException {

    private static final long serialVersionUID = 1L;

    private final transient String text;
    private final transient Function<String, WorkflowError> quoting;

    /**
     * An error as it stands if the text has nothing to conceal.
     *
     * @param text the whole text; not shortened
     * @param quoting gives the error with as much of a text as it quotes. Runs again for the text without secrets, on any thread; must not
     *        throw
     */
    public QuotedErrorException(String text, Function<String, WorkflowError> quoting) {
        super(quoting.apply(text));
        this.text = text;
        this.quoting = quoting;
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** Gives the error for a text. */
    public Function<String, WorkflowError> quoting() {
        return quoting;
    }
}
