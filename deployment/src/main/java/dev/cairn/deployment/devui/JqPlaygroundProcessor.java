package dev.cairn.deployment.devui;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.eclipse.microprofile.config.ConfigProvider;

import dev.cairn.deployment.management.ManagementBuildItem;
import io.quarkus.deployment.IsLocalDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.devui.spi.buildtime.BuildTimeActionBuildItem;

/**
 * Lets a developer try expressions. They are parsed and evaluated in the process of the application by the classes of the build: a running
 * application has no parser, and the evaluator is the same.
 */
class JqPlaygroundProcessor {

    private static final long DEFAULT_BUDGET = 200_000_000;
    private static final int MAX_WAITING = 8;
    private static final int IDLE_SECONDS = 10;

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void addMethod(Optional<ManagementBuildItem> management, BuildProducer<BuildTimeActionBuildItem> actions) {
        if (management.isEmpty()) {
            return;
        }
        // One at a time, and not many that wait: it is for a person who types.
        ThreadPoolExecutor worker = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING), task -> {
                    Thread thread = new Thread(task, "cairn-jq-playground");
                    thread.setDaemon(true);
                    return thread;
                });
        worker.allowCoreThreadTimeOut(true);
        long budget = ConfigProvider.getConfig().getOptionalValue("quarkus.cairn.work.worker-budget", Long.class)
                .orElse(DEFAULT_BUDGET);
        BuildTimeActionBuildItem action = new BuildTimeActionBuildItem();
        action.actionBuilder().methodName("evaluateExpression")
                .description("Evaluate a jq expression as definitions of Cairn do. Says what it costs, and where it is wrong")
                .parameter("expression", "The jq expression, with or without ${ } around it")
                .parameter("input", "The input as JSON text; empty for null")
                .parameter("variables",
                        "A JSON object with values of variables by their names, such as {\"context\": {}}; empty for none",
                        false)
                .enableMcpFuctionByDefault()
                .function(parameters -> evaluate(worker, parameters, budget)).build();
        actions.produce(action);
    }

    private static CompletionStage<Map<String, Object>> evaluate(ThreadPoolExecutor worker, Map<String, String> parameters,
            long budget) {
        try {
            return CompletableFuture.supplyAsync(() -> ExpressionTrial.run(parameters.getOrDefault("expression", ""),
                    parameters.get("input"), parameters.get("variables"), budget), worker);
        } catch (RejectedExecutionException full) {
            return CompletableFuture.completedFuture(
                    Map.of("error", Map.of("message", "Other expressions are being evaluated. Try again."), "steps", 0,
                            "budget", budget));
        }
    }
}
