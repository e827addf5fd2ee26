package dev.cairn.quarkus.secret;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.function.ConversionException;
import dev.cairn.engine.observer.CallSpan;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.value.JqValues;
import io.smallrye.mutiny.Uni;

/**
 * Makes calls, and keeps the secrets they are made with out of their outcomes, which are stored: an answer or an error that
 * quotes one has asterisks in its place.
 */
public final class ConcealingPerformer implements EffectPerformer {

    private final EffectPerformer performer;
    private final ApplicationSecrets secrets;

    public ConcealingPerformer(EffectPerformer performer, ApplicationSecrets secrets) {
        this.performer = performer;
        this.secrets = secrets;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        if (!secrets.concealer().isIn(call.arguments())) {
            return performer.perform(call);
        }
        JsonNode arguments = call.arguments();
        // An integration has its credentials in "with".
        Set<String> sent = credentials((arguments.has("with") ? arguments.path("with") : arguments).path("authentication"));
        // Also in the answer: a secret may have changed since the call was made.
        return LargeOutcomeMover.offEventLoop(performer.perform(concealed(call)))
                .map(answer -> secrets.concealer().and(sent).concealed(answer))
                .onFailure().transform(failure -> concealed(failure, secrets.concealer().and(sent)));
    }

    private EffectCall concealed(EffectCall call) {
        return call.trace() == CallSpan.NONE ? call
                : call.in(new ConcealingCallSpan(call.trace(), secrets.concealer()));
    }

    /** The values that are sent for a user name and a password: each may be no secret by itself. */
    private static Set<String> credentials(JsonNode authentication) {
        JsonNode username = authentication.path("username");
        JsonNode password = authentication.path("password");
        return username.isValueNode() && password.isValueNode()
                ? Set.of(SecretForms.basic(JqValues.scalarText(username), JqValues.scalarText(password)))
                : Set.of();
    }

    private static Throwable concealed(Throwable failure, SecretConcealer concealer) {
        if (failure instanceof WorkflowException workflow && workflow.error() != null) {
            // Before it is shortened: of a secret that is cut in two neither part is found.
            WorkflowError error = failure instanceof QuotedTextException quoting ? quoting.quoting(concealer::concealed)
                    : workflow.error();
            WorkflowError concealed = new WorkflowError(concealer.concealed(error.type()), error.status(),
                    concealer.concealed(error.title()), concealer.concealed(error.detail()), error.instance());
            if (failure instanceof ErrorResponseException answered) {
                return new ErrorResponseException("", any -> concealed, answered.response(concealer::concealed));
            }
            return failure instanceof ConversionException ? new ConversionException(concealed)
                    : new WorkflowException(concealed);
        }
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        if (!concealer.isIn(trace.toString())) {
            return failure;
        }
        // The message would become the detail of the error, and the whole would be logged.
        return new WorkflowException(WorkflowError.of(Standard.RUNTIME, "The call failed",
                failure.getClass().getSimpleName() + ": " + concealer.concealed(ExceptionMessageFormatter.message(failure)),
                null));
    }
}
