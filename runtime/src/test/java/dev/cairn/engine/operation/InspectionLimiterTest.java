package dev.cairn.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;

/** The number of journals that are replayed at a time for inspection is bounded. */
class InspectionLimiterTest {

    private final InspectionLimiter gate = new InspectionLimiter(2);
    private final List<UniEmitter<? super String>> begun = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void othersWaitTheirTurn() {
        for (int i = 0; i < 4; i++) {
            inspect();
        }
        assertThat(begun).hasSize(2);

        begun.get(0).complete("first");
        assertThat(begun).hasSize(3);
        begun.get(1).fail(new IllegalStateException("second"));
        assertThat(begun).hasSize(4);
        begun.get(2).complete("third");
        begun.get(3).complete("fourth");

        assertThat(results).containsExactly("first", "third", "fourth");
        assertThat(failures).hasSize(1);
        inspect();
        assertThat(begun).hasSize(5);
    }

    @Test
    void refusesWhatHasNoRoomToWait() {
        for (int i = 0; i < 2 + 64; i++) {
            inspect();
        }
        assertThat(failures).isEmpty();

        inspect();

        assertThat(failures).singleElement().isInstanceOfSatisfying(CairnException.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.OVERLOADED);
            assertThat(refused).hasMessageStartingWith("CAIRN-0744");
        });
    }

    @Test
    void cancelledInspectionsLeaveTheQueue() {
        inspect();
        inspect();
        for (int i = 0; i < 64; i++) {
            inspect().cancel();
        }
        inspect();
        assertThat(failures).isEmpty();

        begun.get(0).complete("first");

        assertThat(begun).hasSize(3);
        begun.get(2).complete("last");
        assertThat(results).containsExactly("first", "last");
    }

    @Test
    void theRoomOfACancelledInspectionThatRunsIsNotFree() {
        Cancellable running = inspect();
        inspect();
        running.cancel();
        inspect();
        assertThat(begun).hasSize(2);

        begun.get(0).complete("for nobody");

        assertThat(begun).hasSize(3);
        assertThat(results).isEmpty();
    }

    private Cancellable inspect() {
        Uni<String> inspection = Uni.createFrom().emitter(begun::add);
        return gate.admit(inspection).subscribe().with(results::add, failures::add);
    }
}
