package dev.cairn.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.cairn.api.BulkResult;
import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceSummary;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** Asks many instances for the same, some at a time, and counts. */
final class Bulk {

    private static final int AT_A_TIME = 32;

    private long done;
    private long failed;
    private final List<BulkResult.Failure> failures = new ArrayList<>();

    private Bulk() {}

    static Uni<BulkResult> ask(Multi<InstanceSummary> instances, Function<String, Uni<Void>> question) {
        return instances
                .onItem().transformToUni(instance -> question.apply(instance.id())
                        .map(nothing -> new BulkResult.Failure(instance.id(), null))
                        .onFailure(CairnException.class)
                        .recoverWithItem(failure -> new BulkResult.Failure(instance.id(), (CairnException) failure)))
                .merge(AT_A_TIME)
                .collect().in(Bulk::new, Bulk::count).map(Bulk::result);
    }

    private void count(BulkResult.Failure answer) {
        if (answer.cause() == null) {
            done++;
        } else {
            failed++;
            if (failures.size() < BulkResult.MOST_FAILURES) {
                failures.add(answer);
            }
        }
    }

    private BulkResult result() {
        return new BulkResult(done, failed, failures);
    }
}
