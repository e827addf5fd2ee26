package dev.cairn.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.driver.EffectCall;
import dev.cairn.driver.Performer;
import dev.cairn.spi.CauseText;
import io.smallrye.mutiny.Uni;

/**
 * Makes calls, and keeps the secrets they are made with out of their outcomes, which are stored: an answer or an error that
 * quotes one has asterisks in its place.
 */
final class ConcealingPerformer implements Performer {

    private final Performer performer;
    private final Secrets secrets;

    ConcealingPerformer(Performer performer, Secrets secrets) {
        this.performer = performer;
        this.secrets = secrets;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        if (!secrets.isIn(call.arguments())) {
            return performer.perform(call);
        }
        return performer.perform(call).map(secrets::concealed).onFailure().transform(this::concealed);
    }

    private Throwable concealed(Throwable failure) {
        if (failure instanceof WorkflowException workflow && workflow.error() != null) {
            WorkflowError error = workflow.error();
            WorkflowError concealed = new WorkflowError(secrets.concealed(error.type()), error.status(),
                    secrets.concealed(error.title()), secrets.concealed(error.detail()), error.instance());
            return failure instanceof ConversionException ? new ConversionException(concealed)
                    : new WorkflowException(concealed);
        }
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        if (!secrets.isIn(trace.toString())) {
            return failure;
        }
        // The message would become the detail of the error, and the whole would be logged.
        return new WorkflowException(WorkflowError.of(Standard.RUNTIME, "The call failed",
                failure.getClass().getSimpleName() + ": " + secrets.concealed(CauseText.message(failure)), null));
    }
}
