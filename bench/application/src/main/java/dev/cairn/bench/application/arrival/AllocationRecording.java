package dev.cairn.bench.application.arrival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/** A recording of Flight Recorder that is under way. */
final class AllocationRecording {

    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final String EXECUTION = "jdk.ExecutionSample";
    private static final String OURS = "dev.cairn.";
    /** Classes that evaluate {@code +} of jq. */
    private static final Set<String> MERGING = Set.of("dev.cairn.jq.node.AddBuiltinNode", "dev.cairn.jq.value.ValueOperators");
    /** Packages that {@code +} calls to copy arrays, objects and texts. Sums of numbers call {@code CanonicalArithmetic}, which is no merge. */
    private static final String COPYING = "dev.cairn.value.";
    private static final String ARITHMETIC = "dev.cairn.value.CanonicalArithmetic";
    private static final String ELSEWHERE = "elsewhere";
    private static final int SHOWN = 12;

    private final Recording recording;

    private AllocationRecording(Recording recording) {
        this.recording = recording;
    }

    static AllocationRecording start() {
        Recording recording = new Recording();
        // Smallest period of Flight Recorder on Linux: instances of some milliseconds would have few samples otherwise.
        recording.enable(ALLOCATION).with("throttle", "5000/s").withStackTrace();
        recording.enable(EXECUTION).withPeriod(Duration.ofMillis(1)).withStackTrace();
        recording.start();
        return new AllocationRecording(recording);
    }

    AllocationProfile stop() {
        try {
            Path file = Files.createTempFile("arrivals", ".jfr");
            try (recording) {
                recording.stop();
                recording.dump(file);
                return read(RecordingFile.readAllEvents(file));
            } finally {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static AllocationProfile read(List<RecordedEvent> events) {
        Shares allocations = new Shares();
        Shares cpu = new Shares();
        Set<Long> sampledThreads = new HashSet<>();
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals(ALLOCATION)) {
                // The weight of a thread's first sample has all that it allocated before the recording.
                if (event.getThread() != null && !sampledThreads.add(event.getThread().getId())) {
                    allocations.add(event, event.getLong("weight"));
                }
            } else {
                cpu.add(event, 1);
            }
        }
        return new AllocationProfile(allocations.total / 1e6, allocations.part(allocations.merging),
                cpu.part(cpu.merging),
                allocations.largest(allocations.packages), cpu.largest(cpu.packages), allocations.largest(allocations.methods),
                cpu.largest(cpu.methods));
    }

    /** Weights of events by place. */
    private static final class Shares {

        private final Map<String, Double> packages = new HashMap<>();
        private final Map<String, Double> methods = new HashMap<>();
        private double total;
        private double merging;

        void add(RecordedEvent event, double weight) {
            total += weight;
            List<RecordedMethod> ours = event.getStackTrace() == null ? List.of()
                    : event.getStackTrace().getFrames().stream()
                            .map(RecordedFrame::getMethod).filter(method -> method.getType().getName().startsWith(OURS))
                            .toList();
            RecordedMethod first = ours.isEmpty() ? null : ours.get(0);
            merging += merges(ours) ? weight : 0;
            String type = first == null ? ELSEWHERE : first.getType().getName();
            packages.merge(first == null ? type : type.replaceFirst("\\.[A-Z].*", ""), weight, Double::sum);
            methods.merge(first == null ? type : type + "." + first.getName(), weight, Double::sum);
        }

        /** True if the innermost frames are those of a {@code +} that copies. */
        private static boolean merges(List<RecordedMethod> ours) {
            for (RecordedMethod method : ours) {
                String type = method.getType().getName();
                if (MERGING.contains(type.replaceFirst("\\$.*", ""))) {
                    return true;
                }
                if (!type.startsWith(COPYING) || type.equals(ARITHMETIC)) {
                    return false;
                }
            }
            return false;
        }

        double part(double weight) {
            return total == 0 ? 0 : weight / total;
        }

        Map<String, Double> largest(Map<String, Double> weights) {
            Map<String, Double> found = new LinkedHashMap<>();
            weights.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue().reversed()).limit(SHOWN)
                    .forEach(entry -> found.put(entry.getKey(), part(entry.getValue())));
            return found;
        }
    }
}
