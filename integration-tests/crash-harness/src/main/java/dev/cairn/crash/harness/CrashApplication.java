package dev.cairn.crash.harness;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.testkit.crash.AuditFile;
import dev.cairn.testkit.crash.ContractViolation;
import dev.cairn.testkit.crash.CrashChecker;
import dev.cairn.testkit.crash.CrashRun;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.CrashSettings;
import dev.cairn.testkit.crash.EffectServer;
import dev.cairn.testkit.crash.ExpectedEffect;
import dev.cairn.testkit.crash.Scenario;

/** The packaged application of the module whose tests run, under {@link CrashRun}. */
public final class CrashApplication {

    /** The third of four effects of {@link #chain}. */
    static final String CHARGE = "charge";
    /** The last effect of the napping instances. */
    static final String AFTER_NAP = "after";
    /** The workflow of which at most {@link #MAX_QUEUES} instances are under way. */
    static final String QUEUES = "queues";
    private static final int MAX_QUEUES = 2;
    /** Number of events that {@link #hears} takes. */
    static final int WORDS = 3;

    /** Location of the application of a module that builds only one. */
    static final Path BUILT = Path.of("target", "quarkus-app");

    private final Path runner;
    private final Path directory;
    private final List<String> properties;

    /**
     * @param directory for its audit file and its log
     * @param properties of its store and others, as {@code -D…}
     */
    public CrashApplication(Path directory, String... properties) {
        this(BUILT, directory, properties);
    }

    /**
     * One of several that a module builds.
     *
     * @param built location of the application
     * @param directory for its audit file and its log
     * @param properties of its store and others, as {@code -D…}
     */
    public CrashApplication(Path built, Path directory, String... properties) {
        runner = built.resolve("quarkus-run.jar").toAbsolutePath();
        this.directory = directory;
        this.properties = List.of(properties);
    }

    /** Kills it again and again, and gives what it did not keep of its word. */
    public List<ContractViolation> underKills(CrashSettings settings, CrashRunObservations ledger) throws InterruptedException {
        return run(settings, ledger, CrashApplication::scenarios, CrashRun::run);
    }

    /** As {@link #underKills}, with instances alone that wait for others to end. */
    public List<ContractViolation> underKillsWhileManyWait(CrashSettings settings, CrashRunObservations ledger)
            throws InterruptedException {
        return run(settings, ledger, effects -> List.of(queues(effects)), CrashRun::run);
    }

    /** Leaves it alive and lets its store's server fail, and gives what it did not keep of its word. */
    public List<ContractViolation> underOutages(CrashSettings settings, CrashRunObservations ledger, CrashRun.Outage outage)
            throws InterruptedException {
        return run(settings, ledger, CrashApplication::scenarios, run -> run.run(outage));
    }

    /** The command that starts a life of it. */
    public List<String> command(int life) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-Dquarkus.cairn.node.name=crash",
                "-Dcrash.audit=" + directory.resolve("audit"),
                "-Dcrash.life=" + life,
                // Workflows send it along; the configuration reaches them as secrets only.
                "-Dquarkus.cairn.secret.life.value=" + life));
        command.addAll(properties);
        command.addAll(List.of("-jar", runner.toString()));
        return command;
    }

    private interface Torment {
        void inflict(CrashRun run) throws InterruptedException;
    }

    private List<ContractViolation> run(CrashSettings settings, CrashRunObservations ledger,
            Function<URI, List<Scenario>> scenarios,
            Torment torment) throws InterruptedException {
        try (EffectServer server = new EffectServer(ledger)) {
            torment.inflict(
                    new CrashRun(settings, ledger, scenarios.apply(server.uri()), this::command, directory.resolve("log")));
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        System.out.println("Crash run: " + ledger);
        List<ContractViolation> violations = new ArrayList<>(CrashChecker.check(ledger));
        violations.addAll(UnderWay.moreThan(MAX_QUEUES, ledger));
        return violations;
    }

    /** The scenarios, with the service that they call. */
    static List<Scenario> scenarios(URI effects) {
        ObjectNode input = JsonNodeFactory.instance.objectNode().put("effects", effects.toString());
        List<Scenario> brief = List.of(
                chain(effects),
                new Scenario("loops", "/loops", input, IntStream.rangeClosed(1, 4).boxed()
                        .flatMap(item -> Stream.of("call-" + item, "audit-" + item)).map(ExpectedEffect::once).toList()),
                new Scenario("retries", "/retries", input, List.of(
                        ExpectedEffect.attempts("charge", 3), ExpectedEffect.once("ship"))),
                undoes("undoes-failing", input, false),
                undoes("undoes-cancelled", input, true),
                new Scenario("sums", "/sums", input, List.of()),
                // One branch emits what the other listens for: an event that was acknowledged and is lost leaves it waiting.
                new Scenario("answers", "/answers", input, IntStream.rangeClosed(1, 3)
                        .mapToObj(number -> ExpectedEffect.once("answer-" + number)).toList()));
        Scenario rounds = new Scenario("rounds", "/rounds", input, IntStream.rangeClosed(1, 3)
                .mapToObj(round -> ExpectedEffect.afterWait("round-" + round, Duration.ofSeconds(1))).toList());
        // A waiting scenario takes as long as many of the others: with an equal share it would leave little to be killed.
        return Stream
                .concat(Stream.generate(() -> brief).limit(3).flatMap(List::stream),
                        Stream.of(rounds, naps(effects, 6), queues(effects)))
                .toList();
    }

    /** Four effects, each after the one before; the first and {@link #CHARGE} are calls of the service. */
    static Scenario chain(URI effects) {
        return new Scenario("chain", "/chain", JsonNodeFactory.instance.objectNode().put("effects", effects.toString()),
                Stream.of("reserve", "pack", CHARGE, "ship").map(ExpectedEffect::once).toList());
    }

    /** Two calls, with at most {@link #MAX_QUEUES} instances between the first and the last. */
    static Scenario queues(URI effects) {
        return new Scenario(QUEUES, "/queues", JsonNodeFactory.instance.objectNode().put("effects", effects.toString()),
                Stream.of("enter", "leave").map(ExpectedEffect::once).toList());
    }

    /** A wait between two calls. */
    static Scenario naps(URI effects, long seconds) {
        return new Scenario("naps", "/naps",
                JsonNodeFactory.instance.objectNode().put("effects", effects.toString()).put("seconds", seconds),
                List.of(ExpectedEffect.once("before"), ExpectedEffect.afterWait(AFTER_NAP, Duration.ofSeconds(seconds))));
    }

    /**
     * Events that clients publish on nodes, each after the one before was acknowledged: a lost one leaves the instance waiting.
     */
    static Scenario hears(URI effects) {
        return new Scenario("hears", "/hears", JsonNodeFactory.instance.objectNode().put("effects", effects.toString()),
                IntStream.rangeClosed(1, WORDS).mapToObj(number -> ExpectedEffect.once("word-" + number)).toList());
    }

    /** Three things are done, and undone in reverse order: each of that once, wherever it was killed. */
    private static Scenario undoes(String name, ObjectNode input, boolean cancels) {
        return new Scenario(name, "/undoes", input.deepCopy().put("cancels", cancels),
                Stream.of("reserve", "charge", "pack", "ship", "unpack", "refund", "release").map(ExpectedEffect::once)
                        .toList());
    }
}
