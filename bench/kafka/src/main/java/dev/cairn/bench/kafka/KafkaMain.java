package dev.cairn.bench.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

/** A broker of Kafka (KRaft) on loopback, and a producer, until this program's standard input ends. */
public final class KafkaMain {

    private static final String PARTITIONS = "4";

    private KafkaMain() {}

    /**
     * Starts the broker and prints its address. Each line of the standard input is {@code TOPIC PER_MINUTE COUNT RUN}: the producer sends
     * these records, and prints how many the broker has acknowledged, and the 99th percentile of its own delay in milliseconds.
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        // The broker prints to the standard output.
        System.setOut(System.err);
        try (KafkaClusterTestKit cluster = new KafkaClusterTestKit.Builder(
                new TestKitNodes.Builder().setCombined(true).setNumBrokerNodes(1).setNumControllerNodes(1).build())
                .setConfigProp("offsets.topic.replication.factor", "1").setConfigProp("offsets.topic.num.partitions", "1")
                .setConfigProp("group.initial.rebalance.delay.ms", "0").setConfigProp("num.partitions", PARTITIONS).build()) {
            cluster.format();
            cluster.startup();
            cluster.waitForReadyBrokers();
            answers.println(cluster.bootstrapServers());
            try (PacedProducer producer = new PacedProducer(cluster.bootstrapServers())) {
                serve(producer, answers);
            }
        }
        System.exit(0);
    }

    private static void serve(PacedProducer producer, PrintStream answers)
            throws IOException, InterruptedException, ExecutionException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.trim().split(" ");
            answers.println(
                    producer.send(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), Long.parseLong(parts[3])));
        }
    }
}
