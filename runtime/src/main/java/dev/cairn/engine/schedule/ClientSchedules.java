package dev.cairn.engine.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

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
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.SchedulePolicyOverride;
import dev.cairn.schedule.ScheduleRule;
import dev.cairn.schedule.ScheduleSpec;
import io.smallrye.mutiny.Uni;

/** The schedules of an engine as applications see them. */
final class ClientSchedules implements WorkflowSchedules {

    private static final String EVENTS_NAME = "on";

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

    private static <T> T given(String parameter, T value) {
        if (value == null) {
            throw ScheduleExceptionFactory.missing(parameter);
        }
        return value;
    }

    /** A command to a schedule, with its line in the audit log if the caller is known. */
    private <T> Uni<T> command(String command, String workflow, String name, Function<CommandAuditRecord, Uni<T>> asked) {
        return Uni.createFrom().deferred(() -> {
            CommandAuditRecord trail = CommandAuditRecord.named(command + "_schedule", null, origin);
            trail.concerns(workflow);
            trail.concernsSchedule(name);
            Uni<T> answer = commands.asked(() -> asked.apply(trail));
            return origin == null ? answer : trail.told(answer);
        });
    }

    /** A command that changes a schedule: the application need not have the workflow. */
    private <T> Uni<T> change(String command, String workflow, String name, Function<String, Uni<T>> change) {
        return command(command, workflow, name, trail -> {
            String qualified = commands.qualifiedName(given("workflow", workflow));
            trail.concerns(qualified);
            given("name", name);
            return change.apply(qualified);
        });
    }

    /** A command that needs the program of the workflow. */
    private <T> Uni<T> start(String command, String workflow, String name,
            BiFunction<InstalledProgram, CommandAuditRecord, Uni<T>> start) {
        return command(command, workflow, name, trail -> {
            InstalledProgram program = commands.program(given("workflow", workflow));
            trail.concerns(program.program().workflow());
            given("name", name);
            return start.apply(program, trail);
        });
    }

    @Override
    public Uni<ScheduleView> create(ScheduleRequest request) {
        return request == null ? refused("request") : start("create", request.workflow(), request.name(), (program, trail) -> {
            String workflow = program.program().workflow();
            if (ScheduleRule.KINDS.contains(request.name()) || EVENTS_NAME.equals(request.name())) {
                throw ScheduleExceptionFactory.invalid(workflow, request.name(), "Schedules of definitions have this name.",
                        null);
            }
            return commands.create(program, spec(workflow, request), origin).map(ScheduleViewMapper::view);
        });
    }

    private static <T> Uni<T> refused(String parameter) {
        return Uni.createFrom().failure(() -> ScheduleExceptionFactory.missing(parameter));
    }

    @Override
    public Uni<ScheduleView> replace(ScheduleRequest request) {
        return request == null ? refused("request")
                : change("replace", request.workflow(), request.name(),
                        workflow -> commands.replace(workflow, spec(workflow, request), origin).map(ScheduleViewMapper::view));
    }

    private ScheduleSpec spec(String workflow, ScheduleRequest request) {
        try {
            ScheduleSpec plain = ScheduleSpec.of(request.name(), rule(request.rule()),
                    request.input() == null ? null : inputs.apply(request.input()));
            OccurrencePolicies policies = request.policies();
            SchedulePolicyOverride given = new SchedulePolicyOverride(null, policies.overlap(), policies.missed(),
                    policies.maxMissed(), policies.jitter() == null ? null : millis(policies.jitter()));
            given.check(plain);
            return given.apply(plain);
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
        return commands.asked(() -> commands.get(commands.qualifiedName(given("workflow", workflow)), given("name", name))
                .map(ScheduleViewMapper::view));
    }

    @Override
    public Uni<SchedulePage> find(String workflow, int limit, String cursor) {
        return commands
                .asked(() -> rows.find(workflow == null ? null : Set.of(commands.qualifiedName(workflow)), false, limit, cursor)
                        .chain(page -> rows.loadAll(page.rows()).map(found -> new SchedulePage(
                                found.stream().map(ScheduleViewMapper::view).toList(), page.next()))));
    }

    @Override
    public Uni<ScheduleView> pause(String workflow, String name) {
        return change("pause", workflow, name,
                qualified -> commands.pause(qualified, name, origin).map(ScheduleViewMapper::view));
    }

    @Override
    public Uni<ScheduleView> resume(String workflow, String name) {
        return change("resume", workflow, name,
                qualified -> commands.resume(qualified, name, origin).map(ScheduleViewMapper::view));
    }

    @Override
    public Uni<InstanceHandle> runNow(String workflow, String name) {
        return start("run", workflow, name, (program, trail) -> commands.runNow(program, name, origin)
                .invoke(started -> trail.made(started.instanceId(), true)).map(handles));
    }

    @Override
    public Uni<BackfillResult> backfill(String workflow, String name, Instant from, Instant to) {
        return start("backfill", workflow, name, (program, trail) -> {
            trail.concernsRange(given("from", from), given("to", to));
            if (from.isAfter(to)) {
                throw ScheduleExceptionFactory.backfill(program.program().workflow(), name,
                        "The range ends before it begins.");
            }
            return commands.backfill(program, name, millis(from), millis(to), origin);
        });
    }

    @Override
    public Uni<Void> delete(String workflow, String name) {
        return change("delete", workflow, name, qualified -> commands.delete(qualified, name, origin));
    }

    /** Times beyond all due times are as good as the bounds of a long. */
    private static long millis(Instant time) {
        return Math.max(0, Math.min(time.getEpochSecond(), Long.MAX_VALUE / 2_000)) * 1_000 + time.getNano() / 1_000_000;
    }
}
