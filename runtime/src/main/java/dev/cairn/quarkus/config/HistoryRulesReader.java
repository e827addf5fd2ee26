package dev.cairn.quarkus.config;

import java.util.HashMap;
import java.util.Map;

import dev.cairn.engine.option.HistoryRules;

/** Reads which journals get an entry for each task. */
public final class HistoryRulesReader {

    private HistoryRulesReader() {}

    public static HistoryRules rules(CairnConfig config) {
        Map<String, Boolean> workflows = new HashMap<>();
        config.workflow().forEach((name, workflow) -> workflow.history()
                .ifPresent(kind -> workflows.put(name, kind == HistoryMode.TASKS)));
        return new HistoryRules(config.history() == HistoryMode.TASKS, workflows);
    }
}
