package dev.cairn.compiler;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import dev.cairn.definition.Catch;
import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.Task;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.program.ErrorGuardRange;
import dev.cairn.program.Operation;

/**
 * Tells if a {@code catch} is compensation: it catches every error, retries nothing, and always ends by raising the caught
 * error. It undoes the work before the {@code try}, so it can run when an instance is cancelled as well. The form of authoring
 * does not matter: {@code compensated} of the fluent form and {@code @CompensatedBy} make such a {@code catch}.
 */
public final class CompensatingCatchAnalysis {

    private CompensatingCatchAnalysis() {}

    /** True if a handler catches every error and its last task raises it again. */
    public static boolean isMeant(Catch handler) {
        List<Task> tasks = handler.tasks();
        return handler.errors().isEvery() && handler.retry() == null && handler.then() == null && !tasks.isEmpty()
                && tasks.get(tasks.size() - 1) instanceof Task.Raise last
                && isPart(last.error().type(), handler.as(), "type") && isPart(last.error().status(), handler.as(), "status");
    }

    /** The extensions that could answer for the error that a handler raises at its end: with one of them nothing is undone. */
    static List<ExtensionTasks> answering(Catch handler) {
        return handler.tasks().get(handler.tasks().size() - 1).properties().extensions().stream()
                .filter(extension -> extension.before().stream().anyMatch(CompensatingCatchAnalysis::exits)).toList();
    }

    private static boolean exits(Task task) {
        return isExit(task.properties().then())
                || task instanceof Task.Switch choice && choice.cases().stream().anyMatch(each -> isExit(each.then()))
                || task instanceof Task.Try attempt && isExit(attempt.handler().then());
    }

    private static boolean isExit(FlowDirective then) {
        return then != null && then.kind() == FlowDirective.Kind.EXIT;
    }

    private static boolean isPart(ValueTemplate part, String variable, String name) {
        String text = part.value().isTextual() ? part.value().textValue().strip() : "";
        return ValueTemplate.isWrapped(text)
                && text.substring(2, text.length() - 1).strip().equals("$" + variable + "." + name);
    }

    /**
     * The same guard; without compensation if its handler can be left in another way than by an error.
     *
     * @param guards all of the program
     */
    static ErrorGuardRange checked(ErrorGuardRange guard, List<ErrorGuardRange> guards, List<Operation> operations) {
        boolean closed = guard.compensates() && IntStream.range(guard.handler(), guard.undoneAt())
                .anyMatch(last -> endsAt(last, guard, guards, operations));
        return closed ? guard
                : new ErrorGuardRange(guard.from(), guard.to(), guard.handler(), guard.errorRegister(),
                        ErrorGuardRange.NO_COMPENSATION,
                        guard.errorName());
    }

    /**
     * True if nothing in a handler leads past an operation that raises. Code behind it, such as that of the task's extensions,
     * is not reached.
     */
    private static boolean endsAt(int last, ErrorGuardRange guard, List<ErrorGuardRange> guards, List<Operation> operations) {
        return operations.get(last) instanceof Operation.Raise
                && guards.stream().noneMatch(inner -> guard.isUndoneBy(inner.from()) && inner.from() <= last
                        && last < inner.handler())
                && operations.subList(guard.handler(), last + 1).stream()
                        .allMatch(operation -> staysIn(operation, target -> guard.handler() <= target && target <= last));
    }

    private static boolean staysIn(Operation operation, IntPredicate inside) {
        if (operation instanceof Operation.Enter enter) {
            return enter.condition() == null || inside.test(enter.skipTo());
        }
        if (operation instanceof Operation.Jump jump) {
            return inside.test(jump.target());
        }
        if (operation instanceof Operation.Choose choose) {
            return inside.test(choose.otherwise()) && choose.targets().stream().allMatch(inside::test);
        }
        if (operation instanceof Operation.LoopTurn turn) {
            return inside.test(turn.exit());
        }
        if (operation instanceof Operation.Unless unless) {
            return inside.test(unless.target());
        }
        if (operation instanceof Operation.Fork fork) {
            return inside.test(fork.exit());
        }
        if (operation instanceof Operation.ForkLeave leave) {
            return inside.test(leave.target());
        }
        if (operation instanceof Operation.ListenTurn turn) {
            return inside.test(turn.again()) && inside.test(turn.done());
        }
        if (operation instanceof Operation.Consume consume) {
            return inside.test(consume.again()) && inside.test(consume.done());
        }
        return !(operation instanceof Operation.Finish);
    }
}
