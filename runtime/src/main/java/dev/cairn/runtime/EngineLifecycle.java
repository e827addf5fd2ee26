package dev.cairn.runtime;

import java.util.List;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.driver.ClusterOptions;
import dev.cairn.driver.Engine;
import dev.cairn.driver.EngineClient;
import dev.cairn.driver.EngineEvents;
import dev.cairn.driver.EngineObserver;
import dev.cairn.driver.EngineOptions;
import dev.cairn.driver.MemoryOptions;
import dev.cairn.driver.RetentionOptions;
import dev.cairn.driver.RunOptions;
import dev.cairn.driver.WorkOptions;
import dev.cairn.http.HttpSettings;
import dev.cairn.http.client.HttpClientSettings;
import dev.cairn.http.client.HttpPerformer;
import dev.cairn.journal.JournalOptions;
import dev.cairn.journal.Seal;
import dev.cairn.runtime.command.CommandPerformer;
import dev.cairn.runtime.command.CommandSettings;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.time.Chance;
import dev.cairn.time.TimeSource;
import io.quarkus.arc.All;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/**
 * The engine of the application, from its start to its stop.
 */
@Singleton
public class EngineLifecycle {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final Engine engine;
    private final HttpPerformer http;
    private final ProvidedSecrets secrets;
    private final CommandPerformer commands;
    private final CairnClient client;
    private final HttpSettings triggers;
    private volatile boolean stopping;

    EngineLifecycle(InstanceStore store, LinkedPrograms linked, CairnBuildConfig buildConfig, CairnConfig config, Vertx vertx,
            ObjectMapper mapper, TimeSource time, @All List<PayloadCodec> codecs, @All List<EngineObserver> observers) {
        linked.checkSettings(config.workflow());
        VertxThreads threads = new VertxThreads((VertxInternal) vertx);
        this.http = new HttpPerformer(vertx, httpSettings(config.httpClient()));
        linked.http().set(http);
        linked.limitOutput(config.work().maxOutputSize().asLongValue());
        this.secrets = linked.configure(config.secret(), vertx);
        secrets.refreshEvery(config.credentialsRefresh());
        this.commands = new CommandPerformer(commandSettings(config.run()), threads::worker, threads,
                this::isStopping);
        linked.commands().set(commands);
        if (config.cluster().enabled() && !store.capabilities().shared()) {
            LOG.warnf(
                    "CAIRN-0436: The store %s cannot be shared, and quarkus.cairn.cluster.enabled says that several nodes run this"
                            + " application. Each of them runs instances of its own, and no node takes over those of a dead one. Use"
                            + " another store.",
                    store.capabilities().name());
        }
        EngineObserver observer = EngineObserver.of(observers);
        this.engine = new Engine(options(config, Seal.of(codecs), observer), observer.store(store), linked.programs(),
                threads, threads,
                time, Chance.system());
        this.client = new EngineClient(engine, mapper);
        this.triggers = new HttpSettings(buildConfig.http().rootPath(), config.http().waitTime(), config.http().maxWaitTime(),
                config.http().maxUploadSize().map(MemorySize::asLongValue).orElse(Runtime.getRuntime().maxMemory() / 8),
                config.http().bodyTimeout(),
                LaunchMode.current() == LaunchMode.DEVELOPMENT);
    }

    /** Takes up the instances of an earlier life. */
    void start() {
        engine.start();
    }

    /** After the application's own observers; HTTP has closed its port by then. */
    void stop(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) ShutdownEvent event) {
        stopping = true;
        engine.stop();
        http.close();
        secrets.close();
        commands.close();
    }

    /** From the signal on: before the event comes others may still wait for requests that are under way. */
    private boolean isStopping() {
        Thread none = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(none);
            Runtime.getRuntime().removeShutdownHook(none);
            return stopping;
        } catch (IllegalStateException shutdownInProgress) {
            return true;
        }
    }

    /** The clock of this machine, unless the application has another: for tests that hold time in their hands. */
    @Produces
    @Singleton
    @DefaultBean
    static TimeSource time() {
        return TimeSource.system();
    }

    @Produces
    @Singleton
    Engine engine() {
        return engine;
    }

    @Produces
    @Singleton
    @DefaultBean
    CairnClient client() {
        return client;
    }

    @Produces
    @Singleton
    @DefaultBean
    EventBus events() {
        return new EngineEvents(engine);
    }

    @Produces
    @Singleton
    HttpSettings triggers() {
        return triggers;
    }

    private static EngineOptions options(CairnConfig config, Seal seal, EngineObserver observer) {
        return new EngineOptions(
                new ClusterOptions(NodeIdentity.of(config.node().name(), Chance.system()),
                        config.cluster().failoverTime().toMillis()),
                new MemoryOptions(MemoryShare.bytes(config.memory().budget()), config.memoryWait().toMillis(),
                        config.memory().endedInstances(), config.memory().endedSize().asLongValue()),
                new WorkOptions(config.work().eventLoopBudget(), config.work().workerBudget(), config.work().instanceBudget(),
                        config.work().maxWaiting()),
                new RetentionOptions(config.retention().time().toMillis(), config.retention().interval().toMillis(),
                        RetentionSettings.rules(config)),
                new JournalOptions(Math.toIntExact(config.largeValues().threshold().asLongValue()), seal),
                new RunOptions(HistorySettings.rules(config), ConcurrencySettings.rules(config), config.run().maxDepth(),
                        config.stopTimeout().toMillis()),
                observer);
    }

    private static CommandSettings commandSettings(CairnConfig.Run config) {
        return new CommandSettings(config.enabled(), config.interpreter(), config.timeLimit().toMillis(),
                Math.min(config.maxOutputSize().asLongValue(), Integer.MAX_VALUE - 16));
    }

    private static HttpClientSettings httpSettings(CairnConfig.HttpClient config) {
        return new HttpClientSettings(config.maxConnectionsPerHost(), config.connectTimeout(), config.requestTimeout(),
                config.keepAliveTimeout(), Math.toIntExact(config.maxResponseSize().asLongValue()));
    }
}
