package dev.cairn.quarkus.config;

import java.util.HashMap;
import java.util.Map;

import dev.cairn.engine.option.ConcurrencyRules;

/** Reads how many instances of a workflow are under way at a time. */
public final class ConcurrencyRulesReader {

    private ConcurrencyRulesReader() {}

    public static ConcurrencyRules rules(CairnConfig config) {
        Map<String, Integer> workflows = new HashMap<>();
        config.workflow().forEach((name, workflow) -> workflow.concurrency().ifPresent(most -> workflows.put(name, most)));
        return new ConcurrencyRules(workflows);
    }
}
