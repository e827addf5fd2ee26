package dev.cairn.crash;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.testkit.crash.AuditFile;
import dev.cairn.testkit.crash.CrashChecker;
import dev.cairn.testkit.crash.CrashLedger;
import dev.cairn.testkit.crash.CrashRun;
import dev.cairn.testkit.crash.CrashSettings;
import dev.cairn.testkit.crash.EffectServer;
import dev.cairn.testkit.crash.ExpectedEffect;
import dev.cairn.testkit.crash.Scenario;
import dev.cairn.testkit.crash.Violation;

/** The packaged application of this module under {@link CrashRun}. */
final class CrashApplication {

    private static final Path RUNNER = Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath();

    private final Path directory;
    private final List<String> properties;

    /**
     * @param directory for its data, its audit file and its log
     * @param properties further system properties, as {@code -D…}
     */
    CrashApplication(Path directory, String... properties) {
        this.directory = directory;
        this.properties = List.of(properties);
    }

    /** Torments it, and gives what it did not keep of its word. */
    List<Violation> violations(CrashSettings settings, CrashLedger ledger) throws InterruptedException {
        try (EffectServer server = new EffectServer(ledger)) {
            new CrashRun(settings, ledger, scenarios(server.uri()), this::command, directory.resolve("log")).run();
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        return CrashChecker.check(ledger);
    }

    private List<String> command(int life) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"),
                "-Dcrash.audit=" + directory.resolve("audit"),
                "-Dcrash.life=" + life));
        command.addAll(properties);
        command.addAll(List.of("-jar", RUNNER.toString()));
        return command;
    }

    private static List<Scenario> scenarios(URI effects) {
        ObjectNode input = JsonNodeFactory.instance.objectNode().put("effects", effects.toString());
        List<Scenario> brief = List.of(
                new Scenario("chain", "/chain", input, Stream.of("reserve", "pack", "charge", "ship")
                        .map(ExpectedEffect::once).toList()),
                new Scenario("loops", "/loops", input, IntStream.rangeClosed(1, 4).boxed()
                        .flatMap(item -> Stream.of("call-" + item, "audit-" + item)).map(ExpectedEffect::once).toList()),
                new Scenario("retries", "/retries", input, List.of(
                        ExpectedEffect.attempts("charge", 3), ExpectedEffect.once("ship"))),
                new Scenario("rounds", "/rounds", input, IntStream.rangeClosed(1, 3)
                        .mapToObj(round -> ExpectedEffect.afterWait("round-" + round, Duration.ofMillis(200))).toList()),
                new Scenario("sums", "/sums", input, List.of()));
        Scenario naps = new Scenario("naps", "/naps", input, List.of(
                ExpectedEffect.once("before"), ExpectedEffect.afterWait("after", Duration.ofSeconds(6))));
        // A nap takes as long as many of the others: as often as they it would leave little to be killed.
        return Stream.concat(Stream.generate(() -> brief).limit(3).flatMap(List::stream), Stream.of(naps)).toList();
    }
}
