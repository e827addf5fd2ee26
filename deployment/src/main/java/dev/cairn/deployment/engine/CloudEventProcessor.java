package dev.cairn.deployment.engine;

import dev.cairn.quarkus.lifecycle.CloudEventRecorder;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;

/** Prepares the SDK of CloudEvents in an application whose own classes build events. */
class CloudEventProcessor {

    private static final String CONVERTERS = "dev.cairn.event.";

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void prepare(CombinedIndexBuildItem index, CloudEventRecorder recorder) {
        // The converters prepare the SDK when they are used.
        boolean isUsed = index.getIndex().getKnownUsers(CloudEventBuilder.class).stream()
                .anyMatch(user -> !user.name().toString().startsWith(CONVERTERS));
        if (isUsed) {
            recorder.prepare();
        }
    }
}
