package dev.cairn.quarkus.lifecycle;

import java.util.List;
import java.util.Set;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.jboss.logging.Logger;

import dev.cairn.effect.integration.IntegrationPerformer;
import dev.cairn.quarkus.config.CairnBuildConfig;
import dev.cairn.quarkus.config.CairnConfig;
import dev.cairn.quarkus.config.SettingRangeValidator;
import dev.cairn.quarkus.link.LinkedPrograms;
import dev.cairn.spi.CallPerformer;
import dev.cairn.spi.EventSink;
import io.quarkus.arc.All;
import io.quarkus.runtime.ExecutorRecorder;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;

/**
 * Starts the engine with the application, and the store with it. A failure with a code explains what to do: Quarkus shows that
 * message alone, without a stack trace.
 */
@Singleton
public class EngineStartupObserver {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final String CODE = "CAIRN-";

    /**
     * Takes up the instances of an earlier life: when all extensions are ready, before the application's own observers, which
     * may start instances, and before HTTP opens its port.
     */
    void start(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) StartupEvent event, CairnConfig config,
            CairnBuildConfig buildConfig,
            LinkedPrograms programs, @All List<EventSink> sinks, @All List<CallPerformer> integrations,
            Instance<EngineLifecycle> lifecycle) {
        try {
            programs.integrations().set(new IntegrationPerformer(integrations));
            SettingRangeValidator.check(config);
            // While the store is opened: instances of an earlier life make their calls soon after.
            ExecutorRecorder.getCurrent().execute(programs::prepareCalls);
            lifecycle.get().start(sinks);
            Set<String> commands = buildConfig.run().allowed().orElse(Set.of());
            if (!commands.isEmpty()) {
                lifecycle.get().sweepCommands(commands.contains("container"));
            }
        } catch (RuntimeException failure) {
            throw refusal(failure);
        }
    }

    private static RuntimeException refusal(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().startsWith(CODE)) {
                LOG.debug("The engine was not started", failure);
                // Without its cause: Quarkus looks at the innermost exception.
                return new ConfigurationException(cause.getMessage());
            }
        }
        return failure;
    }
}
