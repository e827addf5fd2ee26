package dev.cairn.devui;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.api.InstanceSummary;
import dev.cairn.engine.operation.JournalCompatibilityResult;
import dev.cairn.engine.operation.JournalCompatibilityResult.Verdict;

/** The findings of a {@link InstanceCompatibilityCheck}. For one thread. */
public final class InstanceCompatibilityReport {

    /** Instances shown of a version; of the others there is a number. */
    private static final int MAX_SHOWN = 50;

    private final boolean keepsState;
    private final Map<String, VersionReport> versions = new TreeMap<>();
    private int checked;
    private boolean complete = true;

    InstanceCompatibilityReport() {
        this(true);
    }

    private InstanceCompatibilityReport(boolean keepsState) {
        this.keepsState = keepsState;
    }

    /** Of an application whose store keeps nothing: no instance is left after a reload. */
    static InstanceCompatibilityReport ofMemory() {
        return new InstanceCompatibilityReport(false);
    }

    void add(Checked instance) {
        checked++;
        JournalCompatibilityResult fit = instance.fit();
        versions.computeIfAbsent(fit.workflow() + '\n' + fit.version(), any -> new VersionReport(fit.workflow(), fit.version()))
                .add(instance);
    }

    /** Says whether all were checked that are there. */
    void searched(int found, int most) {
        complete = checked == found && found < most;
    }

    /** As values of the JDK, for the Dev UI. */
    Map<String, Object> plain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("keepsState", keepsState);
        plain.put("checked", checked);
        plain.put("complete", complete);
        plain.put("versions", versions.values().stream().map(VersionReport::plain).toList());
        return plain;
    }

    /** An instance and what was found. */
    record Checked(InstanceSummary instance, JournalCompatibilityResult fit) {

        Map<String, Object> plain() {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("id", fit.id());
            plain.put("status", instance.status().phase());
            plain.put("parked", instance.parked());
            plain.put("createdAt", String.valueOf(instance.createdAt()));
            plain.put("businessKey", instance.businessKey());
            plain.put("verdict", word(fit.verdict()));
            plain.put("task", fit.task());
            plain.put("entry", fit.entry());
            plain.put("reason", fit.reason());
            return plain;
        }
    }

    private static String word(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The instances of a version of a workflow. */
    private static final class VersionReport {

        private final String workflow;
        private final String version;
        private final Map<String, Integer> counts = new TreeMap<>();
        private final List<Checked> stopped = new ArrayList<>();

        VersionReport(String workflow, String version) {
            this.workflow = workflow;
            this.version = version;
        }

        void add(Checked instance) {
            Verdict verdict = instance.fit().verdict();
            counts.merge(word(verdict), 1, Integer::sum);
            if (verdict != Verdict.UNCHANGED && verdict != Verdict.FITS && stopped.size() < MAX_SHOWN) {
                stopped.add(instance);
            }
        }

        Map<String, Object> plain() {
            return Map.of("workflow", workflow, "version", version, "counts", counts, "stopped",
                    stopped.stream().map(Checked::plain).toList());
        }
    }
}
