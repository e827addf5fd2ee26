package dev.cairn.runtime;

import java.util.HashMap;
import java.util.Map;

import dev.cairn.driver.HistoryRules;

/** Reads which journals get an entry for each task. */
final class HistorySettings {

    private HistorySettings() {}

    static HistoryRules rules(CairnConfig config) {
        Map<String, Boolean> workflows = new HashMap<>();
        config.workflow().forEach((name, workflow) -> workflow.history()
                .ifPresent(kind -> workflows.put(name, kind == HistoryKind.TASKS)));
        return new HistoryRules(config.history() == HistoryKind.TASKS, workflows);
    }
}
