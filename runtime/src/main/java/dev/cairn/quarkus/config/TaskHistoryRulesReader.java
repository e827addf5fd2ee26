package dev.cairn.quarkus.config;

import java.util.HashMap;
import java.util.Map;

import dev.cairn.engine.option.TaskHistoryRules;

/** Reads from the configuration which workflows journal an entry for each task. */
public final class TaskHistoryRulesReader {

    private TaskHistoryRulesReader() {}

    public static TaskHistoryRules rules(CairnConfig config) {
        Map<String, Boolean> workflows = new HashMap<>();
        config.workflow().forEach((name, workflow) -> workflow.history()
                .ifPresent(kind -> workflows.put(name, kind == HistoryMode.TASKS)));
        return new TaskHistoryRules(config.history() == HistoryMode.TASKS, workflows);
    }
}
