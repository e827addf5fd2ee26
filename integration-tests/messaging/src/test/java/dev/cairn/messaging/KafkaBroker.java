package dev.cairn.messaging;

import java.util.Map;

import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A broker of Kafka in this JVM. */
public final class KafkaBroker implements QuarkusTestResourceLifecycleManager, AutoCloseable {

    private KafkaClusterTestKit cluster;

    @Override
    public Map<String, String> start() {
        return Map.of("kafka.bootstrap.servers", open());
    }

    /** Starts it; returns its address. */
    String open() {
        try {
            cluster = new KafkaClusterTestKit.Builder(
                    new TestKitNodes.Builder().setCombined(true).setNumBrokerNodes(1).setNumControllerNodes(1).build())
                    .setConfigProp("offsets.topic.replication.factor", "1")
                    .setConfigProp("offsets.topic.num.partitions", "1")
                    .setConfigProp("group.initial.rebalance.delay.ms", "0")
                    .setConfigProp("num.partitions", "3")
                    .build();
            cluster.format();
            cluster.startup();
            cluster.waitForReadyBrokers();
            return cluster.bootstrapServers();
        } catch (Exception failure) {
            throw new IllegalStateException("Kafka has not started", failure);
        }
    }

    @Override
    public void stop() {
        close();
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception failure) {
            throw new IllegalStateException("Kafka has not stopped", failure);
        }
    }
}
