package dev.cairn.bench.application;

import java.time.Duration;
import java.util.Optional;

import jakarta.enterprise.event.Observes;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.vertx.ext.web.Router;

/**
 * Makes every answer of a benchmark late on purpose, so that a report can be shown to show it. Without
 * {@code bench.planted-delay} it is absent, and costs nothing.
 */
public class PlantedDelay {

    private static final int BEFORE_ALL_OTHERS = -1_000;

    void plant(@Observes Router router, @ConfigProperty(name = "bench.planted-delay") Optional<Duration> delay) {
        delay.ifPresent(wait -> router.post("/bench/*").order(BEFORE_ALL_OTHERS).handler(context -> {
            context.request().pause();
            context.vertx().setTimer(wait.toMillis(), fired -> {
                context.request().resume();
                context.next();
            });
        }));
    }
}
