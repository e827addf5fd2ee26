package dev.cairn.quarkus.metrics;

import dev.cairn.api.InstanceStatus;
import io.micrometer.core.instrument.Tags;

/**
 * The tags of a gauge of instances.
 *
 * @param status the phase, or {@link #PARKED}
 */
record InstanceGaugeKey(String workflow, String version, String status) {

    static final String PARKED = "parked";

    static InstanceGaugeKey of(String workflow, String version, InstanceStatus phase, boolean parked) {
        return new InstanceGaugeKey(workflow, version, parked ? PARKED : MeterNames.value(phase));
    }

    Tags tags() {
        return MeterNames.ofProgram(workflow, version).and("status", status);
    }
}
