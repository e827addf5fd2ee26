package dev.cairn.crash.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashRunObservations;

/** JVMs with the packaged application of the module whose tests run, as nodes over one store. Each JVM is a life. */
final class ClusterNodes implements AutoCloseable {

    /** The same application, built with the profile of this name, which has a later version of a workflow as well. */
    private static final Path NEXT = Path.of("target", "next");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final CrashRunObservations ledger;
    private final List<String> properties;
    private final Map<String, ChildJvm> running = new TreeMap<>();
    private final Map<String, Integer> lives = new TreeMap<>();
    private final Map<String, URI> addresses = new ConcurrentHashMap<>();
    private final Random random = new Random();

    /**
     * @param directory for logs and the audit file
     * @param properties of all nodes, as {@code -D…}
     */
    ClusterNodes(Path directory, CrashRunObservations ledger, List<String> properties) {
        this.directory = directory;
        this.ledger = ledger;
        this.properties = properties;
    }

    /** Starts a node with further properties; it takes requests once {@link #awaitReady} says so. */
    void start(String name, String... more) {
        start(CrashApplication.BUILT, name, more);
    }

    /** As {@link #start}, with the next version of the application. */
    void startNext(String name) {
        start(NEXT, name);
    }

    private void start(Path built, String name, String... more) {
        int life = ledger.lifeStarted(ClusterLoad.nowMicros());
        lives.put(name, life);
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dquarkus.cairn.node.name=" + name,
                "-Dcrash.audit=" + directory.resolve("audit"), "-Dcrash.life=" + life,
                "-Dquarkus.cairn.secret.life.value=" + life));
        command.addAll(properties);
        command.addAll(List.of(more));
        command.addAll(List.of("-jar", built.resolve("quarkus-run.jar").toAbsolutePath().toString()));
        running.put(name, ChildJvm.start(command, log(name)));
    }

    void awaitReady() throws InterruptedException {
        for (Map.Entry<String, ChildJvm> node : running.entrySet()) {
            addresses.put(node.getKey(), node.getValue().awaitReady(PATIENCE));
        }
    }

    /** One of the nodes that should answer. */
    URI any() {
        List<URI> all = List.copyOf(addresses.values());
        return all.get(random.nextInt(all.size()));
    }

    /** A certain node while it should answer, then another one. */
    URI preferred(String name) {
        URI address = addresses.get(name);
        return address == null ? any() : address;
    }

    /** The number of the life that a node is in. */
    int life(String name) {
        return lives.get(name);
    }

    /** Of the nodes that run or stand still. */
    Set<String> names() {
        return Set.copyOf(running.keySet());
    }

    /** The lines that a node of this name has printed with a certain text in them. */
    List<String> said(String name, String text) {
        try (Stream<String> lines = Files.lines(log(name))) {
            return lines.filter(line -> line.contains(text)).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The last output of the nodes that run or stand still, for failure messages. */
    String lastWords() {
        return running.entrySet().stream().map(node -> "\nNode " + node.getKey() + node.getValue().lastWords())
                .collect(Collectors.joining());
    }

    private Path log(String name) {
        return directory.resolve("log-" + name);
    }

    void kill(String name) {
        long fromMicros = ClusterLoad.nowMicros();
        addresses.remove(name);
        running.remove(name).kill();
        disturbed(name, fromMicros);
    }

    /**
     * Stops a node as an operator does, and waits until it is gone. It is no disturbance: the node hands over its instances,
     * and repeats nothing.
     */
    void stop(String name) throws InterruptedException {
        addresses.remove(name);
        ChildJvm node = running.remove(name);
        node.stop();
        if (!node.awaitEnd(PATIENCE)) {
            throw new IllegalStateException("Node " + name + " does not stop" + node.lastWords());
        }
    }

    void standStill(String name) {
        long fromMicros = ClusterLoad.nowMicros();
        addresses.remove(name);
        running.get(name).standStill();
        disturbed(name, fromMicros);
    }

    void goOn(String name) throws InterruptedException {
        running.get(name).goOn();
        awaitReady();
    }

    private void disturbed(String name, long fromMicros) {
        ledger.disturbed(new CrashRunObservations.Disturbance(lives.get(name), fromMicros, ClusterLoad.nowMicros()));
    }

    @Override
    public void close() {
        running.values().forEach(ChildJvm::close);
    }
}
