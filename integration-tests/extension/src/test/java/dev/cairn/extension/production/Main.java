package dev.cairn.extension.production;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import dev.cairn.api.CairnClient;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Runs one instance of each form, and ends. */
@QuarkusMain
public class Main implements QuarkusApplication {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @Override
    public int run(String... arguments) {
        String inYaml = cairn.start("in-yaml", Map.of("name", "Ada")).chain(instance -> instance.result(String.class))
                .await().atMost(LIMIT);
        String inJava = cairn.start("in-java", "Ada").chain(instance -> instance.result(String.class)).await().atMost(LIMIT);
        return inYaml.equals("Hello Ada") && inJava.equals("Hello Ada.") ? 0 : 1;
    }
}
