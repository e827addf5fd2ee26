package dev.cairn.quarkus.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BackgroundProgramLinkerTest {

    @Test
    void whoBeginsGoesOnAndWhoNeedsTheProgramsWaitsForThem() {
        LinkedPrograms programs = new LinkedPrograms(null, List.of(), List.of(), null, null, null);
        CompletableFuture<LinkedPrograms> linked = new CompletableFuture<>();
        AtomicReference<Thread> linker = new AtomicReference<>();
        BackgroundProgramLinker linking = BackgroundProgramLinker.begin(() -> {
            linker.set(Thread.currentThread());
            return linked.join();
        });
        linked.complete(programs);
        assertThat(linking.get()).isSameAs(programs).isSameAs(linking.get());
        assertThat(linker.get().isDaemon()).as("an application that fails meanwhile ends").isTrue();
    }

    @Test
    void whatLinkingFailedWithIsThrownAsItIs() {
        RuntimeException failure = new IllegalStateException("CAIRN-0703: The application has no resource.");
        assertThatThrownBy(BackgroundProgramLinker.begin(() -> {
            throw failure;
        })::get).isSameAs(failure);
        Error error = new NoClassDefFoundError("dev/cairn/Missing");
        assertThatThrownBy(BackgroundProgramLinker.begin(() -> {
            throw error;
        })::get).isSameAs(error);
    }
}
