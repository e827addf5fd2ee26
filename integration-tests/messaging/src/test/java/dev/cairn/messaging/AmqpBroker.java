package dev.cairn.messaging;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerPlugin;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A broker of AMQP 1.0 in this JVM. */
public final class AmqpBroker implements QuarkusTestResourceLifecycleManager, AutoCloseable {

    static final String REFUSED = "refused";
    private static final int UNLIMITED = -1;

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final AtomicInteger deliveries = new AtomicInteger();

    @Override
    public Map<String, String> start() {
        try {
            Configuration settings = new ConfigurationImpl().setPersistenceEnabled(false).setSecurityEnabled(false)
                    .setJMXManagementEnabled(false)
                    .addAcceptorConfiguration("amqp", "tcp://127.0.0.1:0?protocols=AMQP")
                    .addAddressSetting("#", new AddressSettings().setDeadLetterAddress(SimpleString.of(REFUSED))
                            .setMaxDeliveryAttempts(UNLIMITED));
            settings.registerBrokerPlugin(new DeliveryCounter());
            settings.addQueueConfiguration(queue("parcels")).addQueueConfiguration(queue(REFUSED));
            broker.setConfiguration(settings).start();
            int port = broker.getActiveMQServer().getRemotingService().getAcceptor("amqp").getActualPort();
            return Map.of("amqp-host", "127.0.0.1", "amqp-port", Integer.toString(port));
        } catch (Exception failure) {
            throw new IllegalStateException("Artemis has not started", failure);
        }
    }

    private static QueueConfiguration queue(String name) {
        return QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST).setDurable(false);
    }

    /** Number of deliveries to receivers, of all messages. */
    int deliveries() {
        return deliveries.get();
    }

    @Override
    public void stop() {
        close();
    }

    @Override
    public void close() {
        try {
            broker.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("Artemis has not stopped", failure);
        }
    }

    private final class DeliveryCounter implements ActiveMQServerPlugin {
        @Override
        public void afterDeliver(ServerConsumer consumer, MessageReference reference) {
            deliveries.incrementAndGet();
        }
    }
}
