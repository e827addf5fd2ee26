package dev.cairn.runtime;

import java.util.HashMap;
import java.util.Map;

import dev.cairn.driver.ConcurrencyRules;

/** Reads how many instances of a workflow are under way at a time. */
final class ConcurrencySettings {

    private ConcurrencySettings() {}

    static ConcurrencyRules rules(CairnConfig config) {
        Map<String, Integer> workflows = new HashMap<>();
        config.workflow().forEach((name, workflow) -> workflow.concurrency().ifPresent(most -> workflows.put(name, most)));
        return new ConcurrencyRules(workflows);
    }
}
