package dev.cairn.quarkus.link;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.effect.function.ConversionException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import io.smallrye.mutiny.Uni;

/**
 * Passes calls on to another performer and logs unexpected exceptions and failed conversions. An exception that was thrown for
 * the workflow, or carries an HTTP status, is not logged. The error of the task keeps only class and message, and an HTTP client does not receive even these.
 */
final class FailureLoggingPerformer implements EffectPerformer {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final EffectPerformer performer;

    /** @param performer a performer whose failures contain no secret */
    FailureLoggingPerformer(EffectPerformer performer) {
        this.performer = performer;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        return performer.perform(call).onFailure().invoke(failure -> log(call, failure));
    }

    private static void log(EffectCall call, Throwable failure) {
        if (failure instanceof ConversionException conversion) {
            LOG.warnf("CAIRN-0463: A call failed because of its types [workflow=%s:%s, instance=%s, task=%s]: %s",
                    call.workflow(), call.version(), call.instanceId(), call.task(), conversion.error().detail());
        } else if (!(failure instanceof WorkflowException)) {
            LOG.warnf(failure, "CAIRN-0462: A method that a workflow calls failed [workflow=%s:%s, instance=%s, task=%s]."
                    + " The task fails with a runtime error.",
                    call.workflow(), call.version(), call.instanceId(), call.task());
        }
    }
}
