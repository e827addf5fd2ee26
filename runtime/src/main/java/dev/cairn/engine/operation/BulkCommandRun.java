package dev.cairn.engine.operation;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.BulkOperation.State;
import dev.cairn.api.BulkResult;
import dev.cairn.api.CairnException;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.audit.CommandAuditRecord;
import dev.cairn.engine.audit.CommandHistoryReader;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.IdFingerprintSet;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.SerialMailbox;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Uni;

/**
 * A run of a bulk command: gives the command to many instances, some at a time. Everything that happens to it is a message,
 * and one thread at a time handles them; any thread may read the view.
 */
public final class BulkCommandRun {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /** Instances that are asked at the same time. */
    public static final int WIDTH = 32;
    /** As {@link #WIDTH}, where others run on other nodes, which hear of a command with their next heartbeat. */
    static final int SHARED_WIDTH = 128;
    private static final int PAGE = 200;

    private final NodeContext context;
    private final InstanceSearch finder;
    private final CommandRouter operations;
    private final String id;
    private final CommandKind kind;
    private final InstanceFilter filter;
    private final CommandOrigin origin;
    private final int maxConcurrent;
    private final AdaptiveBulkThrottle pacing;
    private final SerialMailbox<Runnable> mailbox = new SerialMailbox<>();
    private final Promise<BulkOperation> begun = new Promise<>();
    private final Promise<BulkOperation> outcome = new Promise<>();
    private final Instant startedAt;
    private final List<BulkResult.Failure> failures = new ArrayList<>();
    private final Deque<InstanceRow> found = new ArrayDeque<>();
    private final IdFingerprintSet askedIds = new IdFingerprintSet();
    private int underWay;
    private boolean reading;
    private boolean pausing;
    private boolean isLastPage;
    private String cursor;
    private int passes = 1;
    private boolean foundAny;
    private long done;
    private long failed;
    private Instant reachedTo;
    /** The failure of the search, or null. */
    private CairnException cause;
    private volatile boolean stopping;
    private volatile BulkOperation view;

    BulkCommandRun(NodeContext context, InstanceSearch finder, CommandRouter operations, BulkRequest request,
            AdaptiveBulkThrottle pacing) {
        this.context = context;
        this.finder = finder;
        this.operations = operations;
        this.id = request.id();
        this.kind = request.kind();
        this.origin = request.origin();
        this.pacing = pacing;
        long now = context.time().millis();
        this.startedAt = Instant.ofEpochMilli(now);
        // Of the same millisecond as well; the bound is exclusive.
        Instant before = Instant.ofEpochMilli(now + 1);
        InstanceFilter askedIds = request.filter();
        this.filter = askedIds.createdTo() != null && askedIds.createdTo().isBefore(before) ? askedIds
                : askedIds.withCreated(askedIds.createdFrom(), before);
        this.maxConcurrent = operations.isShared() ? SHARED_WIDTH : WIDTH;
        look(State.RUNNING);
    }

    /** As it is now. */
    BulkOperation view() {
        return view;
    }

    /** The operation once the first instances were found; fails if the search does. */
    Promise<BulkOperation> begun() {
        return begun;
    }

    /** The operation once it has ended. */
    Promise<BulkOperation> outcome() {
        return outcome;
    }

    /** Searches and asks. */
    void begin() {
        turn(() -> {});
    }

    /** Asks no more instances. */
    void stop() {
        stopping = true;
        turn(() -> {});
    }

    /** Deals with a message, and goes on. Never on the stack of an answer, which may come while it is asked for. */
    private void turn(Runnable message) {
        if (mailbox.send(message)) {
            context.threads().worker(this::deal);
        }
    }

    private void deal() {
        int dealt = 0;
        try {
            for (Runnable message = mailbox.take(); message != null; message = mailbox.take()) {
                dealt++;
                message.run();
            }
            if (!view.state().ended()) {
                goOn();
            }
        } catch (RuntimeException | Error mistake) {
            fail(mistake);
        }
        if (!mailbox.done(dealt)) {
            context.threads().worker(this::deal);
        }
    }

    private void goOn() {
        while (!pausing && !reading && underWay < maxConcurrent && !isStopping()) {
            if (!found.isEmpty()) {
                long pauseMillis = pacing.pauseMillis(maxConcurrent);
                if (pauseMillis > 0) {
                    pause(pauseMillis);
                } else {
                    ask(found.poll());
                }
            } else if (!isLastPage) {
                read();
            } else if (underWay > 0 || !searchAgain()) {
                break;
            }
        }
        boolean over = isLastPage && found.isEmpty() || isStopping();
        if (over && underWay == 0 && !reading) {
            end(cause != null ? State.FAILED : isStopping() ? State.CANCELLED : State.COMPLETED);
        } else {
            look(State.RUNNING);
        }
    }

    private boolean isStopping() {
        return stopping || cause != null || context.stopping();
    }

    private void pause(long millis) {
        pausing = true;
        context.timers().after(millis, () -> turn(() -> {
            pausing = false;
            pacing.paused();
        }));
    }

    /**
     * Searches again, since an instance may have entered one of the statuses after the search had passed it. Returns false if
     * the last pass found no new instance, or if instances leave none of the filter's statuses.
     */
    private boolean searchAgain() {
        boolean isFinal = filter.statuses().stream().allMatch(InstanceStatus::ended);
        if (!foundAny || isFinal || askedIds.isFull()) {
            return false;
        }
        passes++;
        foundAny = false;
        isLastPage = false;
        cursor = null;
        return true;
    }

    private void read() {
        reading = true;
        Uni.createFrom().deferred(() -> finder.find(filter, PAGE, cursor)).subscribe().with(page -> turn(() -> read(page)),
                failure -> turn(() -> {
                    reading = false;
                    cause = failure instanceof CairnException refused ? refused : EngineFailureTranslator.ofSearch(failure);
                    begun.fail(cause);
                }));
    }

    private void read(InstancePage page) {
        reading = false;
        cursor = page.next();
        isLastPage = cursor == null;
        found.addAll(page.rows());
        begun.complete(view);
    }

    private void ask(InstanceRow row) {
        if (!askedIds.add(row.id())) {
            return;
        }
        foundAny = true;
        reachedTo = Instant.ofEpochMilli(row.createdAtMillis());
        underWay++;
        CommandAuditRecord trail = new CommandAuditRecord(kind, row.id(), origin, Level.DEBUG);
        trail.concerns(row);
        Uni<Void> answer = kind == CommandKind.RETRY ? operations.retry(row.id(), trail)
                : operations.command(row.id(), new OperatorCommand(OperatorCommandKind.valueOf(kind.name()), origin), trail);
        answer.subscribe().with(nothing -> turn(() -> answered(row.id(), null)),
                failure -> turn(() -> answered(row.id(), failure)));
    }

    private void answered(String instanceId, Throwable failure) {
        underWay--;
        pacing.answered();
        if (failure == null) {
            done++;
            return;
        }
        failed++;
        if (failures.size() < BulkResult.MAX_FAILURES) {
            failures.add(new BulkResult.Failure(instanceId,
                    failure instanceof CairnException refused ? refused : CommandRejections.unavailable(instanceId, failure)));
        }
    }

    private void end(State state) {
        look(state);
        begun.complete(view);
        outcome.complete(view);
    }

    /** An operation that cannot go on gives its place back and fails the callers that wait for it. */
    private void fail(Throwable mistake) {
        CairnException failure = EngineFailureTranslator.ofBulk(id, mistake);
        LOG.error(failure.getMessage(), mistake);
        if (!view.state().ended()) {
            cause = failure;
            begun.fail(cause);
            look(State.FAILED);
        }
        outcome.complete(view);
    }

    private void look(State state) {
        view = new BulkOperation(id, kind, filter, origin == null ? CommandHistoryReader.APPLICATION : origin,
                context.options().cluster().node().name(), state, startedAt,
                state.ended() ? Instant.ofEpochMilli(context.time().millis()) : null, reachedTo, passes, done, failed, failures,
                cause);
    }
}
