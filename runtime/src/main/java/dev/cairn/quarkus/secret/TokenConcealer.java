package dev.cairn.quarkus.secret;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.authentication.CredentialConcealer;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.QuotedErrorException;
import io.smallrye.mutiny.Uni;

/** Keeps a token out of the outcome of the call that it was sent with. */
public final class TokenConcealer implements CredentialConcealer {

    @Override
    public Uni<JsonNode> concealing(String text, Uni<JsonNode> outcome) {
        SecretConcealer concealer = new SecretConcealer(Set.of(text));
        return LargeOutcomeMover.offEventLoop(outcome).map(concealer::concealed)
                .onFailure(WorkflowException.class).transform(failure -> concealed((WorkflowException) failure, concealer));
    }

    private static Throwable concealed(WorkflowException failure, SecretConcealer concealer) {
        if (failure instanceof ErrorResponseException answered) {
            return answered.changed(concealer::concealed, error -> concealed(error, concealer), concealer::concealed);
        }
        if (failure instanceof QuotedTextException quoting) {
            // It stays one: the secrets of the application are concealed in its whole text later.
            return quoting.changed(concealer::concealed, error -> concealed(error, concealer));
        }
        if (failure instanceof QuotedErrorException quoting) {
            return new QuotedErrorException(concealer.concealed(quoting.text()),
                    text -> concealed(quoting.quoting().apply(text), concealer));
        }
        return failure.error() == null ? failure : new WorkflowException(concealed(failure.error(), concealer));
    }

    private static WorkflowError concealed(WorkflowError error, SecretConcealer concealer) {
        return new WorkflowError(concealer.concealed(error.type()), error.status(), concealer.concealed(error.title()),
                concealer.concealed(error.detail()), error.instance());
    }
}
