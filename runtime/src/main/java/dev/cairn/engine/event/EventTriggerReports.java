package dev.cairn.engine.event;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.EventStartOutcome;
import dev.cairn.program.Program;
import dev.cairn.time.LogRateLimiter;

/** Tells metrics and the log of the starts by events. Thread-safe. */
final class EventTriggerReports {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long REMIND_MILLIS = 60_000;

    private final EngineObserver observer;
    private final LogRateLimiter refusals;
    private final int budget;
    private final Set<String> costlyPrograms = ConcurrentHashMap.newKeySet();

    EventTriggerReports(NodeContext context) {
        this.observer = context.observers().engine();
        this.refusals = new LogRateLimiter(context.time(), REMIND_MILLIS);
        this.budget = context.options().work().workerBudget();
    }

    /**
     * An event has started an instance, durably.
     *
     * @param created false if an earlier delivery of the event had started it
     */
    void started(Program program, boolean created) {
        observer.startedByEvent(program.workflow(), created ? EventStartOutcome.STARTED : EventStartOutcome.KNOWN);
    }

    /** The workflow refuses an event for good. */
    void refused(Program program, EventInputException refusal) {
        observer.startedByEvent(program.workflow(), EventStartOutcome.REFUSED);
        if (refusals.isDue()) {
            LOG.errorf("%s This is told once a minute.", refusal.getMessage());
        }
    }

    /** The filters of a program cost too much for an event. */
    void tooCostly(Program program, JsonNode event) {
        if (costlyPrograms.add(program.id())) {
            LOG.warnf(
                    "CAIRN-0831: Started nothing [workflow=%s, type=%s, source=%s, id=%s]: to tell whether the event fits takes more"
                            + " than the %d steps that filters may take (quarkus.cairn.work.worker-budget). More events may be"
                            + " left, without another message. Make the expressions cheaper, or raise the setting.",
                    program.id(), event.path("type").asText(), event.path("source").asText(), event.path("id").asText(),
                    budget);
        }
    }
}
