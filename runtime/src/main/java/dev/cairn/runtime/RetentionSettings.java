package dev.cairn.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.cairn.driver.RetentionRules;
import dev.cairn.value.RetentionSpec;

/** Reads how long ended instances are kept. */
final class RetentionSettings {

    private RetentionSettings() {}

    static RetentionRules rules(CairnConfig config) {
        Map<String, RetentionSpec> workflows = new HashMap<>();
        config.workflow().forEach((name, workflow) -> {
            CairnConfig.WorkflowRetention retention = workflow.retention();
            long always = millis("workflow.\"" + name + "\".retention.time", retention.time());
            workflows.put(name, spec("workflow.\"" + name + "\".", retention.completed(), retention.faulted(),
                    retention.cancelled()).orElse(RetentionSpec.of(always)));
        });
        CairnConfig.Retention all = config.retention();
        return new RetentionRules(spec("", all.completed(), all.faulted(), all.cancelled()), workflows);
    }

    private static RetentionSpec spec(String prefix, Optional<Duration> completed, Optional<Duration> faulted,
            Optional<Duration> cancelled) {
        return new RetentionSpec(millis(prefix + "retention.completed", completed),
                millis(prefix + "retention.faulted", faulted), millis(prefix + "retention.cancelled", cancelled));
    }

    private static long millis(String key, Optional<Duration> duration) {
        if (duration.isPresent() && duration.get().isNegative()) {
            throw new IllegalArgumentException("quarkus.cairn." + key + " must not be negative: " + duration.get());
        }
        return duration.map(Duration::toMillis).orElse(RetentionSpec.UNSAID);
    }
}
