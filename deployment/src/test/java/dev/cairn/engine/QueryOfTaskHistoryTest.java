package dev.cairn.engine;

import java.util.Map;

import org.junit.jupiter.api.BeforeEach;

import dev.cairn.engine.option.TaskHistoryRules;

/** Queries of instances whose journals have an entry for each task that is done: the answers are the same. */
class QueryOfTaskHistoryTest extends QueryTest {

    private static final TaskHistoryRules TASKS = new TaskHistoryRules(true, Map.of());

    @BeforeEach
    void keepTasks() {
        fixture.options = fixture.options.with(TASKS);
    }

    @Override
    ClusterFixture cluster(String yaml) {
        ClusterFixture cluster = super.cluster(yaml);
        cluster.history = TASKS;
        return cluster;
    }
}
