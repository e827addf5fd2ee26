package dev.cairn.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import io.quarkus.test.QuarkusUnitTest;

/** A method annotated with {@code @RunOnVirtualThread} runs on one, with the contexts that any other method has. */
class VirtualThreadTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Places.class, Bean.class));

    @Inject
    CairnClient cairn;

    @Test
    void runsOnVirtualThreads() {
        Boolean[] here = cairn.start("places", List.of()).chain(instance -> instance.result(Boolean[].class))
                .await().atMost(Duration.ofSeconds(20));

        assertThat(here).hasSize(6).containsOnly(true);
    }
}
