package dev.cairn.quarkus.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.cairn.engine.option.RetentionRules;
import dev.cairn.value.RetentionSpec;

/** Reads how long ended instances are kept. */
public final class RetentionRulesReader {

    private RetentionRulesReader() {}

    public static RetentionRules rules(CairnConfig config) {
        Map<String, RetentionSpec> workflows = new HashMap<>();
        config.workflow().forEach((name, workflow) -> {
            CairnConfig.WorkflowRetention retention = workflow.retention();
            workflows.put(name, spec(retention.completed(), retention.faulted(), retention.cancelled())
                    .orElse(RetentionSpec.of(millis(retention.time()))));
        });
        CairnConfig.Retention all = config.retention();
        return new RetentionRules(spec(all.completed(), all.faulted(), all.cancelled()), workflows);
    }

    private static RetentionSpec spec(Optional<Duration> completed, Optional<Duration> faulted, Optional<Duration> cancelled) {
        return new RetentionSpec(millis(completed), millis(faulted), millis(cancelled));
    }

    private static long millis(Optional<Duration> duration) {
        return duration.map(Duration::toMillis).orElse(RetentionSpec.UNSAID);
    }
}
