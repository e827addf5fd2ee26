package dev.cairn.engine.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.ScheduleRequest.DueRule;
import dev.cairn.api.ScheduleRequest.OccurrencePolicies;
import dev.cairn.api.ScheduleView;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.engine.audit.CommandAuditRecord;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;
import io.smallrye.mutiny.Uni;

/** The schedules of an engine as applications see them. */
final class ClientSchedules implements WorkflowSchedules {

    private static final Set<String> RESERVED_NAMES = Set.of("cron", "every", "after", "on");

    private final ScheduleCommands commands;
    private final ScheduleRows rows;
    private final Function<Object, JsonNode> inputs;
    private final Function<DurableStartResult, InstanceHandle> handles;
    private final CommandOrigin origin;

    /**
     * @param inputs gives the canonical tree of an input
     * @param handles makes handles of instances
     * @param origin the caller, or null
     */
    ClientSchedules(ScheduleCommands commands, ScheduleRows rows, Function<Object, JsonNode> inputs,
            Function<DurableStartResult, InstanceHandle> handles, CommandOrigin origin) {
        this.commands = commands;
        this.rows = rows;
        this.inputs = inputs;
        this.handles = handles;
        this.origin = origin;
    }

    /**
     * The qualified name of a workflow. A name with a namespace stands for itself: schedules of a workflow that this application does
     * not have can be seen and deleted.
     */
    private String workflow(String name) {
        return given("workflow", name).indexOf(':') >= 0 ? name : commands.program(name).program().workflow();
    }

    private static <T> T given(String parameter, T value) {
        if (value == null) {
            throw ScheduleExceptionFactory.missing(parameter);
        }
        return value;
    }

    /** Asks for something of schedules in the store; failures are those that callers see. */
    static <T> Uni<T> asked(ScheduleCommands commands, Supplier<Uni<T>> asked) {
        return Uni.createFrom().<T>deferred(() -> {
            if (!commands.keepsState()) {
                throw ScheduleExceptionFactory.noStore();
            }
            return asked.get();
        }).onFailure().transform(ScheduleExceptionFactory::ofStore);
    }

    private <T> Uni<T> asked(Supplier<Uni<T>> asked) {
        return asked(commands, asked);
    }

    /** A command, with its line in the audit log if the caller is known. */
    private <T> Uni<T> told(String command, String workflow, String name, Function<CommandAuditRecord, Uni<T>> asked) {
        return Uni.createFrom().deferred(() -> {
            CommandAuditRecord trail = CommandAuditRecord.named(command + "_schedule", null, origin);
            trail.concerns(workflow);
            trail.concernsSchedule(name);
            Uni<T> answer = asked(() -> {
                String qualified = workflow(workflow);
                trail.concerns(qualified);
                given("name", name);
                return asked.apply(trail);
            });
            return origin == null ? answer : trail.told(answer);
        });
    }

    @Override
    public Uni<ScheduleView> create(ScheduleRequest request) {
        return request == null ? refused("request") : told("create", request.workflow(), request.name(), trail -> {
            String workflow = workflow(request.workflow());
            if (RESERVED_NAMES.contains(request.name())) {
                throw ScheduleExceptionFactory.invalid(workflow, request.name(), "Schedules of definitions have this name.",
                        null);
            }
            return commands.create(workflow, spec(workflow, request), origin).map(ClientSchedules::view);
        });
    }

    private static <T> Uni<T> refused(String parameter) {
        return Uni.createFrom().failure(() -> ScheduleExceptionFactory.missing(parameter));
    }

    @Override
    public Uni<ScheduleView> replace(ScheduleRequest request) {
        return request == null ? refused("request") : told("replace", request.workflow(), request.name(), trail -> {
            String workflow = workflow(request.workflow());
            return commands.replace(workflow, spec(workflow, request), origin).map(ClientSchedules::view);
        });
    }

    private ScheduleSpec spec(String workflow, ScheduleRequest request) {
        try {
            ScheduleRule rule = rule(request.rule());
            OccurrencePolicies policies = request.policies();
            long jitterMillis = policies.jitter() == null ? 0 : millis(policies.jitter());
            ScheduleSpec.checkJitter(jitterMillis, rule);
            ScheduleSpec.checkPolicies(policies.overlap(), policies.missed());
            return new ScheduleSpec(request.name(), rule,
                    Objects.requireNonNullElse(policies.overlap(), ScheduleSpec.DEFAULT_OVERLAP),
                    Objects.requireNonNullElse(policies.missed(), ScheduleSpec.DEFAULT_MISSED),
                    Objects.requireNonNullElse(policies.maxMissed(), ScheduleSpec.DEFAULT_MAX_MISSED), jitterMillis,
                    request.input() == null ? null : inputs.apply(request.input()));
        } catch (InvalidScheduleException invalid) {
            throw ScheduleExceptionFactory.invalid(workflow, request.name(), invalid.getMessage(), invalid);
        }
    }

    private static ScheduleRule rule(DueRule rule) {
        if (rule.cron() != null) {
            return new CronRule(CronExpression.of(rule.cron()),
                    rule.zone() == null ? CronRule.DEFAULT_ZONE : CronRule.zone(rule.zone()));
        }
        return rule.every() != null ? new EveryRule(millis(rule.every())) : new AfterRule(millis(rule.after()));
    }

    /** Milliseconds, or the largest number if there are too many for one: the rules refuse that. */
    private static long millis(Duration duration) {
        try {
            return duration.toMillis();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    @Override
    public Uni<ScheduleView> get(String workflow, String name) {
        return asked(() -> commands.get(workflow(workflow), given("name", name)).map(ClientSchedules::view));
    }

    @Override
    public Uni<SchedulePage> find(String workflow, int limit, String cursor) {
        return asked(() -> rows.find(workflow == null ? null : workflow(workflow), false, limit, cursor)
                .chain(page -> rows.loadAll(page.rows()).map(found -> new SchedulePage(
                        found.stream().map(ClientSchedules::view).toList(), page.next()))));
    }

    @Override
    public Uni<ScheduleView> pause(String workflow, String name) {
        return told("pause", workflow, name,
                trail -> commands.pause(workflow(workflow), name, origin).map(ClientSchedules::view));
    }

    @Override
    public Uni<ScheduleView> resume(String workflow, String name) {
        return told("resume", workflow, name,
                trail -> commands.resume(workflow(workflow), name, origin).map(ClientSchedules::view));
    }

    @Override
    public Uni<InstanceHandle> runNow(String workflow, String name) {
        return told("run", workflow, name, trail -> commands.runNow(workflow(workflow), name, origin)
                .invoke(start -> trail.made(start.instanceId(), true)).map(handles));
    }

    @Override
    public Uni<BackfillResult> backfill(String workflow, String name, Instant from, Instant to) {
        return told("backfill", workflow, name, trail -> {
            trail.concernsRange(given("from", from), given("to", to));
            if (from.isAfter(to)) {
                throw ScheduleExceptionFactory.backfill(workflow(workflow), name, "The range ends before it begins.");
            }
            return commands.backfill(workflow(workflow), name, millis(from), millis(to), origin);
        });
    }

    @Override
    public Uni<Void> delete(String workflow, String name) {
        return told("delete", workflow, name, trail -> commands.delete(workflow(workflow), name, origin));
    }

    /** A schedule as applications see it. */
    static ScheduleView view(StoredSchedule stored) {
        List<Long> next = stored.nextDues(1);
        return new ScheduleView(statement(stored), ScheduleRows.isOfDefinition(stored.row()), stored.isPaused(),
                Instant.ofEpochMilli(stored.last().atMillis()), stored.last().origin(), instant(stored.lastDueMillis()),
                next.isEmpty() ? null : Instant.ofEpochMilli(next.get(0)));
    }

    private static ScheduleRequest statement(StoredSchedule stored) {
        ScheduleSpec spec = stored.spec();
        return new ScheduleRequest(stored.workflow(), spec.name(), statement(spec.rule()),
                new OccurrencePolicies(spec.overlap(), spec.overlap().buffers() ? null : spec.missed(), spec.maxMissed(),
                        Duration.ofMillis(spec.jitterMillis())),
                spec.input());
    }

    /** The rule as a request states it. */
    static DueRule statement(ScheduleRule rule) {
        if (rule instanceof CronRule cron) {
            return new DueRule(cron.cron().toString(), cron.zone().getId(), null, null);
        }
        return rule instanceof EveryRule every ? new DueRule(null, null, Duration.ofMillis(every.periodMillis()), null)
                : new DueRule(null, null, null, Duration.ofMillis(((AfterRule) rule).delayMillis()));
    }

    private static Instant instant(OptionalLong millis) {
        return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()) : null;
    }

    /** Times beyond all due times are as good as the bounds of a long. */
    private static long millis(Instant time) {
        return Math.max(0, Math.min(time.getEpochSecond(), Long.MAX_VALUE / 2_000)) * 1_000 + time.getNano() / 1_000_000;
    }
}
