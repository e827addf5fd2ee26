package dev.cairn.quarkus.lifecycle;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.effect.command.CommandPerformer;
import dev.cairn.effect.command.CommandPerformerSettings;
import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.effect.outbound.OutboundPolicy;
import dev.cairn.effect.outbound.OutboundRules;
import dev.cairn.effect.outbound.VertxHostResolver;
import dev.cairn.engine.Engine;
import dev.cairn.engine.EngineClient;
import dev.cairn.engine.EngineCloudEventBus;
import dev.cairn.engine.audit.OutboundRefusalLog;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.EventSetOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.KeptEventOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.http.HttpSettings;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.quarkus.config.CairnBuildConfig;
import dev.cairn.quarkus.config.CairnConfig;
import dev.cairn.quarkus.config.ConcurrencyRulesReader;
import dev.cairn.quarkus.config.EventConfig;
import dev.cairn.quarkus.config.HeapShareReader;
import dev.cairn.quarkus.config.HostGuardConfig;
import dev.cairn.quarkus.config.RetentionRulesReader;
import dev.cairn.quarkus.config.ScheduleRulesReader;
import dev.cairn.quarkus.config.TaskHistoryRulesReader;
import dev.cairn.quarkus.faulttolerance.CallGuardTools;
import dev.cairn.quarkus.faulttolerance.HttpCallGuard;
import dev.cairn.quarkus.link.LinkedPrograms;
import dev.cairn.quarkus.secret.CredentialsProviderSecrets;
import dev.cairn.spi.EventSink;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import io.quarkus.arc.All;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/** Creates, starts and stops the engine of the application. */
@Singleton
public class EngineLifecycle {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final Engine engine;
    private final VertxHostResolver hosts;
    private final OutboundGuard guard;
    private final HttpPerformer http;
    private final CredentialsProviderSecrets secrets;
    private final CommandPerformer commands;
    private volatile boolean stopping;

    EngineLifecycle(InstanceStore store, LinkedPrograms linked, CairnConfig config, HttpCallFactory calls, TimeSource time,
            @All List<PayloadCodec> codecs, @All List<EngineObserver> observers) {
        linked.checkSettings(config);
        Vertx vertx = calls.vertx();
        VertxThreads threads = new VertxThreads((VertxInternal) vertx);
        EngineObserver observer = EngineObserver.of(observers);
        this.hosts = new VertxHostResolver(vertx);
        this.guard = new OutboundPolicy(
                OutboundRules.of(config.outbound().allow().orElse(List.of()), LaunchMode.current() != LaunchMode.NORMAL),
                hosts, refusal -> {
                    OutboundRefusalLog.refused(refusal);
                    observer.outboundRefused(refusal);
                }, linked::concealed);
        this.http = calls.performer(guard);
        linked.http().set(guarded(new CallGuardTools(http, threads, threads, time, observer), config.httpClient().guards()));
        linked.limitOutput(config.work().maxOutputSize().asLongValue());
        this.secrets = linked.configure(config.secret(), vertx);
        secrets.refreshEvery(config.credentialsRefresh());
        this.commands = new CommandPerformer(commandSettings(config.run()), threads::worker, threads, this::isStopping);
        linked.commands().set(commands);
        if (config.cluster().enabled() && !store.capabilities().shared()) {
            LOG.warnf(
                    "CAIRN-0436: The store %s cannot be shared, and quarkus.cairn.cluster.enabled says that several nodes run this"
                            + " application. Each of them runs instances of its own, and no node takes over those of a dead one. Use"
                            + " another store.",
                    store.capabilities().name());
        }
        this.engine = new Engine(options(config, PayloadCodecChain.of(codecs), observer), observer.store(store),
                linked.programs(),
                threads, threads, time, RandomSource.system());
    }

    /** Performs HTTP calls, until the application stops. */
    HttpPerformer http() {
        return http;
    }

    /** Performs commands, until the application stops. */
    CommandPerformer commands() {
        return commands;
    }

    /** Takes up the instances of an earlier life; their events go to the sinks. */
    void start(List<EventSink> sinks) {
        sinks.forEach(new EngineCloudEventBus(engine)::addSink);
        engine.start();
    }

    /** Removes what commands of an earlier life have left, in the background. */
    void sweepCommands(boolean withContainers) {
        commands.sweep(withContainers);
    }

    /** After the application's own observers; HTTP has closed its port by then. */
    void stop(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) ShutdownEvent event) {
        stopping = true;
        engine.stop();
        http.close();
        hosts.close();
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
    OutboundGuard guard() {
        return guard;
    }

    @Produces
    @Singleton
    @DefaultBean
    CairnClient client(ObjectMapper mapper) {
        return new EngineClient(engine, mapper);
    }

    @Produces
    @Singleton
    @DefaultBean
    EventBus events() {
        return new EngineCloudEventBus(engine);
    }

    @Produces
    @Singleton
    static HttpSettings triggers(CairnBuildConfig buildConfig, CairnConfig config) {
        return new HttpSettings(buildConfig.http().rootPath(), config.http().waitTime(), config.http().maxWaitTime(),
                config.http().maxUploadSize().map(MemorySize::asLongValue).orElse(Runtime.getRuntime().maxMemory() / 8),
                config.http().bodyTimeout(),
                LaunchMode.current() == LaunchMode.DEVELOPMENT);
    }

    private static EngineOptions options(CairnConfig config, PayloadCodecChain seal, EngineObserver observer) {
        return new EngineOptions(
                new ClusterOptions(NodeIdentityResolver.of(config.node().name(), RandomSource.system()),
                        config.cluster().failoverTime().toMillis()),
                new MemoryOptions(HeapShareReader.bytes(config.memory().budget()), config.memoryWait().toMillis(),
                        config.memory().endedInstances(), config.memory().endedSize().asLongValue()),
                new PureWorkOptions(config.work().eventLoopBudget(), config.work().workerBudget(),
                        config.work().instanceBudget(),
                        config.work().maxWaiting()),
                new RetentionOptions(config.retention().time().toMillis(), config.retention().interval().toMillis(),
                        RetentionRulesReader.rules(config)),
                new JournalEncodingOptions(Math.toIntExact(config.largeValues().threshold().asLongValue()), seal),
                new InstanceRunOptions(TaskHistoryRulesReader.rules(config), ConcurrencyRulesReader.rules(config),
                        ScheduleRulesReader.rules(config.workflow()), keptEvents(config.events()),
                        new EventSetOptions(config.events().maxSets(), config.events().maxSetEvents(),
                                config.events().setOpenTime().toMillis()),
                        config.run().maxDepth(),
                        config.stopTimeout().toMillis()),
                observer);
    }

    private static KeptEventOptions keptEvents(EventConfig config) {
        Map<String, Long> keptMillis = new HashMap<>();
        config.keep().forEach((type, time) -> keptMillis.put(type, time.toMillis()));
        return new KeptEventOptions(keptMillis, config.maxKept(), config.maxKeptSize().asLongValue());
    }

    private static CommandPerformerSettings commandSettings(CairnConfig.Run config) {
        return new CommandPerformerSettings(config.enabled(), config.interpreter(), config.timeLimit().toMillis(),
                Math.min(config.maxOutputSize().asLongValue(), Integer.MAX_VALUE - 16),
                config.containerOptions().orElse(List.of()));
    }

    private static EffectPerformer guarded(CallGuardTools tools, HostGuardConfig guards) {
        boolean wanted = guards.circuitBreaker().enabled() || guards.bulkhead().maxConcurrentCalls().isPresent();
        return wanted ? HttpCallGuard.guarded(tools, guards) : tools.http();
    }
}
