package dev.cairn.effect.command;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.RandomSource;

/**
 * Runs a container by the command line of a container runtime, attached: outputs and code are those of the container. One label
 * names the effect, so that the next attempt at it removes the containers of this attempt. Another one names the attempt, so that
 * this attempt never removes a container of the next.
 */
final class ContainerRunner implements CommandRunner {

    /** The code of {@code docker run} and {@code podman run} for faults of their own. */
    private static final int RUNTIME_FAULT = 125;
    private static final int DETAIL_CHARACTERS = 500;
    private static final Map<String, String> PULL_OPTIONS = Map.of("if_not_present", "missing", "always", "always", "never",
            "never");

    private final ContainerRuntime runtime;
    private final EffectCall call;
    private final JsonNode container;
    private final String attempt;

    ContainerRunner(ContainerRuntime runtime, EffectCall call) {
        this.runtime = runtime;
        this.call = call;
        this.container = call.arguments().path("container");
        RandomSource chance = RandomSource.system();
        this.attempt = String.format("%016x%016x", chance.bits(), chance.bits());
    }

    @Override
    public String executable() {
        return runtime.executable();
    }

    @Override
    public CompletableFuture<Void> prepare() {
        return runtime.remove(ContainerRuntime.EFFECT + "=" + effect()).exceptionallyCompose(failure -> {
            Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause()
                    : failure;
            return CompletableFuture.failedFuture(
                    cause instanceof ContainerRuntime.AnswerException ? notRun(ExceptionMessageFormatter.of(cause)) : cause);
        });
    }

    /** In the form of URLs: filters of Podman divide values at commas, and take {@code *} as a pattern. */
    private String effect() {
        return URLEncoder.encode(call.idempotencyKey(), StandardCharsets.UTF_8).replace("*", "%2A");
    }

    private String attemptLabel() {
        return ContainerRuntime.ATTEMPT + "=" + attempt;
    }

    @Override
    public List<String> line(CommandInput input, CommandLauncher files) throws IOException {
        List<String> line = new ArrayList<>(List.of(runtime.executable(), "run"));
        labels(line);
        line.add("--pull=" + PULL_OPTIONS.get(container.path("pull").asText()));
        if (input.container() != null) {
            line.add("--name=" + input.container());
        }
        if (removal().equals("always")) {
            line.add("--rm");
        }
        if (!input.stdin().isEmpty()) {
            line.add("--interactive");
        }
        container.path("ports").forEach(port -> line.add("--publish=" + port.asText()));
        container.path("volumes").forEach(volume -> line.add("--volume=" + volume.asText()));
        environment(line, input, files);
        line.addAll(runtime.options());
        line.add(container.path("image").asText());
        if (!input.code().isEmpty()) {
            // The arguments after the text become $0, $1…
            line.addAll(List.of("sh", "-c", input.code(), "sh"));
        }
        line.addAll(input.arguments());
        return line;
    }

    /** Passes on the variables. No value is an argument of the command line, since all users of the machine can see these. */
    private void environment(List<String> line, CommandInput input, CommandLauncher files) throws IOException {
        Map<String, String> excluded = new LinkedHashMap<>();
        input.environment().forEach((variable, value) -> {
            if (RuntimeEnvironment.excludes(variable)) {
                excluded.put(variable, value);
            } else {
                line.add("--env=" + variable);
            }
        });
        if (!excluded.isEmpty()) {
            line.add("--env-file=" + EnvironmentFile.write(files, excluded));
        }
    }

    private void labels(List<String> line) {
        Map<String, String> labels = runtime.ownerLabels();
        labels.put("dev.cairn.workflow", call.workflow() + ":" + call.version());
        labels.put("dev.cairn.instance", call.instanceId());
        labels.put(ContainerRuntime.EFFECT, effect());
        labels.put(ContainerRuntime.ATTEMPT, attempt);
        if (removal().equals("eventually")) {
            labels.put(ContainerRuntime.REMOVE_AFTER, String.valueOf(removalMillis()));
        }
        labels.forEach((label, value) -> line.add("--label=" + label + "=" + value));
    }

    private String removal() {
        return container.path("removal").asText();
    }

    private long removalMillis() {
        return container.path("removalMillis").asLong();
    }

    @Override
    public Map<String, String> environment(CommandInput input) {
        Map<String, String> environment = new HashMap<>(input.environment());
        environment.keySet().removeIf(RuntimeEnvironment::excludes);
        environment.putAll(RuntimeEnvironment.ofThisProcess());
        return environment;
    }

    @Override
    public CompletableFuture<Void> ended(boolean killed, int code) {
        // A runtime that failed may have made a container that it could not start.
        if (killed || code == RUNTIME_FAULT) {
            return runtime.removeLogged(attemptLabel());
        }
        if (removal().equals("eventually")) {
            runtime.removeAfter(attemptLabel(), removalMillis());
        }
        // A command line that another process has killed leaves its container running.
        return CommandProcess.TOLD_TO_END.contains(code) ? runtime.removeRunning(attemptLabel())
                : CompletableFuture.completedFuture(null);
    }

    @Override
    public WorkflowException fault(int code, String said) {
        return code == RUNTIME_FAULT ? notRun(said) : null;
    }

    private WorkflowException notRun(String said) {
        return new QuotedTextException(said, text -> WorkflowError.of(Standard.COMMUNICATION, "Cannot run the container",
                "CAIRN-0841: " + runtime.executable() + " cannot run the image " + container.path("image").asText() + ": "
                        + text.substring(Math.max(0, text.length() - DETAIL_CHARACTERS)),
                null));
    }
}
