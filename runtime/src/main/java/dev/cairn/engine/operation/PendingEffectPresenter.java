package dev.cairn.engine.operation;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.cairn.executor.TransitionResult;
import dev.cairn.program.EffectIdPercentCodec;
import dev.cairn.program.EffectIdTemplate;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.TaskInfo;

/** Describes the effects that an instance waits for, for operators. */
public final class PendingEffectPresenter {

    /** The counters behind the reference in the identity of an effect. */
    private static final Pattern COUNTERS = Pattern.compile("(?:@(\\d+(?:\\.\\d+)*))?(?:!\\d+)?");

    private final Program program;
    /** Number registers that count the attempts of tries. */
    private final Set<Integer> attempts;

    private PendingEffectPresenter(Program program) {
        this.program = program;
        this.attempts = program.operations().stream().filter(Operation.TryStart.class::isInstance)
                .map(operation -> ((Operation.TryStart) operation).attempts()).collect(Collectors.toSet());
    }

    public static List<PendingEffect> of(Program program, List<TransitionResult.Effect> effects) {
        PendingEffectPresenter described = new PendingEffectPresenter(program);
        return effects.stream().map(described::describe).toList();
    }

    private PendingEffect describe(TransitionResult.Effect effect) {
        for (Operation operation : program.operations()) {
            EffectIdTemplate id = effectOf(operation);
            String counters = id == null ? null : counters(effect.id(), id);
            if (counters != null) {
                TaskInfo task = program.tasks().get(operation.task());
                long retries = retries(id, counters);
                boolean retry = operation instanceof Operation.Catch;
                return view(effect, task, retry ? "retry" : kind(effect), retry ? retries + 2 : retries + 1);
            }
        }
        return view(effect, program.tasks().get(0), kind(effect), 1);
    }

    private static PendingEffect view(TransitionResult.Effect effect, TaskInfo task, String kind, long attempt) {
        Instant dueAt = effect instanceof TransitionResult.Waiting waiting ? Instant.ofEpochMilli(waiting.dueAtMillis()) : null;
        Instant deadlineAt = effect.deadline() == null ? null : Instant.ofEpochMilli(effect.deadline().atMillis());
        return new PendingEffect(task.reference(), task.name(), kind, effect.id(), attempt, dueAt, deadlineAt);
    }

    private static String kind(TransitionResult.Effect effect) {
        if (effect instanceof TransitionResult.Call) {
            return "call";
        }
        if (effect instanceof TransitionResult.Listening) {
            return "event";
        }
        return effect instanceof TransitionResult.Clock ? "clock" : "timer";
    }

    private static EffectIdTemplate effectOf(Operation operation) {
        if (operation instanceof Operation.Call call) {
            return call.effect();
        }
        if (operation instanceof Operation.Listen listen) {
            return listen.effect();
        }
        if (operation instanceof Operation.Emit emit) {
            return emit.effect();
        }
        if (operation instanceof Operation.Wait wait) {
            return wait.effect();
        }
        if (operation instanceof Operation.Catch handler) {
            return handler.effect();
        }
        return operation instanceof Operation.Clock clock ? clock.effect() : null;
    }

    /** The counters in the identity of an effect, separated by dots; null if it is not that of this operation. */
    private static String counters(String effect, EffectIdTemplate id) {
        // Journals of the first releases have names of tasks as they are.
        for (String reference : List.of(id.reference(), EffectIdPercentCodec.decode(id.reference()))) {
            if (effect.startsWith(reference)) {
                Matcher rest = COUNTERS.matcher(effect).region(reference.length(), effect.length());
                if (rest.matches()) {
                    return rest.group(1) == null ? "" : rest.group(1);
                }
            }
        }
        return null;
    }

    /** Number of times that the innermost try around an effect has begun again. */
    private long retries(EffectIdTemplate id, String counters) {
        String[] values = counters.split("\\.");
        for (int i = Math.min(values.length, id.counters().length) - 1; i >= 0; i--) {
            if (attempts.contains(id.counters()[i]) && !values[i].isEmpty()) {
                return Long.parseLong(values[i]);
            }
        }
        return 0;
    }
}
