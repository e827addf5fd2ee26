package dev.cairn.management.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceCount;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** The numbers of instances of each workflow and version by phase, written as JSON. Immutable. */
final class WorkflowInstanceCounts {

    private static final String PARKED = "parked";

    private final List<InstanceCount> counts;

    private WorkflowInstanceCounts(List<InstanceCount> counts) {
        this.counts = counts;
    }

    static Uni<WorkflowInstanceCounts> of(CairnClient client) {
        return client.counts().emitOn(Infrastructure.getDefaultWorkerPool()).map(WorkflowInstanceCounts::new);
    }

    /** Workflows that have instances. */
    Set<String> workflows() {
        Set<String> names = new TreeSet<>();
        counts.forEach(count -> names.add(count.workflow()));
        return names;
    }

    /** Puts the numbers of all versions of a workflow, by phase, and whether they are exact or lower bounds. */
    void put(ObjectNode target, String workflow) {
        Map<String, Long> byPhase = new TreeMap<>();
        counts.stream().filter(count -> count.workflow().equals(workflow)).forEach(count -> add(count, byPhase));
        ObjectNode json = target.putObject("instances");
        byPhase.forEach(json::put);
        target.put("exactCounts", counts.stream().allMatch(count -> count.exact() || !count.workflow().equals(workflow)));
    }

    /** As {@link #put}, for each version separately. */
    void putVersions(ObjectNode target, String workflow) {
        Map<String, Map<String, Long>> byVersion = new TreeMap<>();
        counts.stream().filter(count -> count.workflow().equals(workflow))
                .forEach(count -> add(count, byVersion.computeIfAbsent(count.version(), any -> new TreeMap<>())));
        ObjectNode json = target.putObject("instancesByVersion");
        byVersion.forEach((version, byPhase) -> {
            ObjectNode phases = json.putObject(version);
            byPhase.forEach(phases::put);
        });
    }

    /** Parked instances count as suspended, and a second time as parked. */
    private static void add(InstanceCount count, Map<String, Long> byPhase) {
        byPhase.merge(count.status().phase(), count.instances(), Long::sum);
        if (count.parked()) {
            byPhase.merge(PARKED, count.instances(), Long::sum);
        }
    }
}
