package dev.cairn.engine.operation;

import java.time.Instant;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.engine.operation.JournalPage.DecodedEntry;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.ClockRead;
import dev.cairn.executor.JournalEvent.Completed;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Failed;
import dev.cairn.executor.JournalEvent.Forked;
import dev.cairn.executor.JournalEvent.OfEffect;
import dev.cairn.executor.JournalEvent.Received;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.JournalEvent.Scheduled;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.JournalEvent.TimedOut;
import dev.cairn.journal.JournalEntry;
import dev.cairn.value.JsonPayload;

/** Converts entries of journals to the form that people read. */
public final class JournalEntryPresenter {

    private JournalEntryPresenter() {}

    public static DecodedEntry decode(int position, JournalEntry entry) {
        JournalEvent happening = entry.event();
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        if (happening instanceof OfEffect effect) {
            facts.put("effect", effect.effect());
        }
        addFacts(happening, facts);
        return new DecodedEntry(position, Instant.ofEpochMilli(entry.atMillis()), kind(happening), facts, value(happening),
                error(happening), entry.origin());
    }

    /** The words that the page "Journal format" has for the kinds of entries. */
    private static String kind(JournalEvent happening) {
        return happening.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static void addFacts(JournalEvent happening, ObjectNode facts) {
        if (happening instanceof Started started) {
            facts.put("workflow", started.workflow()).put("version", started.version())
                    .put("shape", Long.toHexString(started.shape())).put("startedAt", time(started.atMillis()));
        } else if (happening instanceof Scheduled scheduled) {
            facts.put("dueAt", time(scheduled.dueAtMillis()));
        } else if (happening instanceof ClockRead read) {
            facts.put("time", time(read.atMillis()));
        } else if (happening instanceof TimedOut timedOut) {
            facts.put("deadline", timedOut.deadline());
        } else if (happening instanceof Received received) {
            facts.put("filter", received.filter());
        } else if (happening instanceof TaskDone done) {
            facts.put("task", done.task()).put("run", done.run());
        } else if (happening instanceof Retried retried) {
            facts.put("stoodMillis", retried.stoodMillis());
        } else if (happening instanceof Forked forked) {
            facts.put("from", forked.from()).put("task", forked.task()).put("run", forked.run())
                    .put("stoodMillis", forked.stoodMillis());
        } else if (happening instanceof Ended ended) {
            facts.put("status", ended.status().phase());
        }
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    private static JsonNode value(JournalEvent happening) {
        JsonPayload payload = happening instanceof Started started ? started.input()
                : happening instanceof Completed completed ? completed.output()
                        : happening instanceof Failed failed ? failed.response()
                                : happening instanceof Received received ? received.event()
                                        : happening instanceof TaskDone done ? done.output()
                                                : happening instanceof Forked forked ? forked.input()
                                                        : happening instanceof Ended ended ? ended.output() : null;
        return payload == null ? null : payload.tree();
    }

    private static WorkflowError error(JournalEvent happening) {
        if (happening instanceof Failed failed) {
            return failed.error();
        }
        if (happening instanceof TaskDone done) {
            return done.error();
        }
        return happening instanceof Ended ended ? ended.error() : null;
    }
}
