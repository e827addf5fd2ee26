package dev.cairn.engine.event.gather;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.KeyedTaskQueue;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.option.EventSetOptions;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.link.EventSetMatch;
import dev.cairn.link.LinkedEventSet;
import dev.cairn.link.LinkedEventTrigger.CostlyFilterException;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueException;
import io.smallrye.mutiny.Uni;

/**
 * Gathers events into sets, each of which starts an instance once it is complete. An event stands in one set of a workflow. Thread-safe.
 *
 * <p>
 * A set is opened without events, then read, and then an event is added, unless the set is no longer as it was read. So the event is
 * looked for after its set has begun: in the sets that have not ended, and then among the events of those that have.
 */
public final class EventGatherer {

    /** Sets that are open for the same values at a time: each is read for an event. */
    private static final int MAX_SETS_OF_KEY = 100;
    private static final long MAX_SET_BYTES = 16L << 20;
    /** Each time another node has changed a set in between. */
    private static final int MAX_ATTEMPTS = 100;

    private final NodeContext context;
    private final EventSetOptions options;
    private final EventSetRows rows;
    private final EventSetQuota quota;
    private final EventSetFinisher finisher;
    private final EventSetReports reports;
    private final DueEventSets due;
    private final KeyedTaskQueue queue;
    private final EventSetPermits permits = new EventSetPermits();

    /** @param claims claims the rows of sets that are due */
    public EventGatherer(NodeContext context, InstanceStore store, EventSetStartPort starter, DueEventSets.ClaimPort claims) {
        this.context = context;
        this.options = context.options().run().eventSets();
        this.reports = new EventSetReports(context);
        EventSetStore sets = context.keepsState() ? new StoredEventSets(context, store)
                : new MemoryEventSets(context, stored -> due().look(stored));
        this.rows = new EventSetRows(context, sets);
        this.quota = new EventSetQuota(sets, context.time(), options.maxSets());
        this.finisher = new EventSetFinisher(context, starter, rows, quota, reports);
        this.due = new DueEventSets(context, rows, finisher, reports, claims);
        this.queue = new KeyedTaskQueue(context.threads()::worker);
    }

    /** Looks at sets that are due. */
    public DueEventSets due() {
        return due;
    }

    /**
     * Takes an event into a set, and starts the instance of the set if it is complete.
     *
     * @return 1 once a set has the event durably, now or in an earlier delivery, and its instance is durable if the event completes the
     *         set; 0 if no set takes it. Fails with {@link CairnException}, or as the store does
     */
    public Uni<Integer> gather(InstalledProgram program, JsonPayload event, EventSetMatch match) {
        GatheredEvent gathered = new GatheredEvent(program, event.tree(), match);
        int size = event.text().length;
        return Uni.createFrom().<Integer>emitter(emitter -> {
            CairnException refusal = permits.take(match.key(), size, event.tree());
            if (refusal != null) {
                emitter.fail(refusal);
            } else {
                queue.submit(match.key(), done -> gathered.attempt(1).onTermination().invoke(() -> {
                    permits.free(match.key(), size);
                    done.run();
                }).subscribe().with(emitter::complete, emitter::fail));
            }
        }).onFailure(EngineFailureTranslator::isUnreadable).transform(damage -> new StoreException(
                "a set of events cannot be read: " + ExceptionMessageFormatter.of(damage), false, damage));
    }

    /** An event on its way to a set. */
    private final class GatheredEvent {
        private final InstalledProgram program;
        private final String workflow;
        private final LinkedEventSet rules;
        private final JsonNode event;
        private final String eventKey;
        private final EventSetMatch match;

        GatheredEvent(InstalledProgram program, JsonNode event, EventSetMatch match) {
            this.program = program;
            this.workflow = program.program().workflow();
            this.rules = program.trigger().set();
            this.event = event;
            this.eventKey = CloudEventJsonInspector.key(event);
            this.match = match;
        }

        Uni<Integer> attempt(int number) {
            if (context.stopping()) {
                return Uni.createFrom().failure(EngineFailureTranslator.ofStop());
            }
            if (number > MAX_ATTEMPTS) {
                return Uni.createFrom().failure(EventSetQuota.refusal(event, "other nodes change its set again and again"));
            }
            return rows.find(match.key()).chain(page -> {
                for (EventSetState set : page.sets()) {
                    if (set.has(eventKey)) {
                        reports.known(workflow);
                        return set.closed() ? finisher.finish(program, set) : Uni.createFrom().item(1);
                    }
                }
                return rows.isCounted(workflow, eventKey).chain(counted -> {
                    if (counted) {
                        reports.known(workflow);
                        return Uni.createFrom().item(1);
                    }
                    return place(page, number);
                });
            });
        }

        private Uni<Integer> place(EventSetPage page, int number) {
            for (EventSetState set : page.sets()) {
                int filter = set.place(rules, match.filters());
                if (filter != EventSetState.NO_PLACE) {
                    return add(set, EventSetItem.of(rules, event, filter), number);
                }
            }
            if (match.filters().stream().allMatch(rules::ends)) {
                return Uni.createFrom().item(0);
            }
            if (page.sets().size() >= MAX_SETS_OF_KEY) {
                return Uni.createFrom().failure(EventSetQuota.refusal(event,
                        MAX_SETS_OF_KEY + " sets with the same values already have such an event, and wait for others"));
            }
            return quota.reserve(event).chain(() -> open(page, number));
        }

        private Uni<Integer> open(EventSetPage page, int number) {
            return rows.open(program, match.key(), page.nextNumber()).onFailure().invoke(quota::release).chain(opened -> {
                if (opened != CommitResult.COMMITTED) {
                    quota.release();
                    return attempt(number + 1);
                }
                return rows.remove(page.ended()).chain(() -> attempt(number + 1));
            });
        }

        private Uni<Integer> add(EventSetState set, EventSetItem item, int number) {
            boolean isFull = set.items().size() >= options.maxEvents() || set.sizeBytes() >= MAX_SET_BYTES;
            if (isFull && !item.ends() && rules.repeats(item.filter())) {
                return Uni.createFrom()
                        .failure(new CairnException(Reason.INVALID_INPUT, "CAIRN-0834: The set of events is full [set="
                                + set.id() + ", events=" + set.items().size() + "]: quarkus.cairn.events.max-set-events="
                                + options.maxEvents() + ", and " + MAX_SET_BYTES + " bytes", null));
            }
            EventSetState after = set.with(item);
            return isComplete(after, item).chain(complete -> rows.add(set, item, complete).chain(result -> {
                if (result != CommitResult.COMMITTED) {
                    return attempt(number + 1);
                }
                reports.gathered(workflow);
                return complete ? finisher.finish(program, after.complete()) : Uni.createFrom().item(1);
            }));
        }

        private Uni<Boolean> isComplete(EventSetState set, EventSetItem last) {
            if (rules.isComplete(set.met())) {
                return Uni.createFrom().item(true);
            }
            if (!rules.hasCondition() || last.ends()) {
                return Uni.createFrom().item(false);
            }
            return Uni.createFrom().item(() -> isOver(set))
                    .runSubscriptionOn(context.pureWork().lane(workflow)::add);
        }

        private boolean isOver(EventSetState set) {
            try {
                return rules.isOver(set.values(), context.options().work().workerBudget());
            } catch (ValueException | CostlyFilterException failure) {
                reports.conditionFailed(program.program().id(), set.id(), failure);
                return false;
            }
        }
    }
}
