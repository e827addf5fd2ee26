package dev.cairn.deployment.engine;

import dev.cairn.event.CloudEventConverter;
import dev.cairn.quarkus.lifecycle.CloudEventRecorder;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;

/** Prepares the SDK of CloudEvents in an application whose own classes build events. */
class CloudEventProcessor {

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void prepare(CombinedIndexBuildItem index, CloudEventRecorder recorder) {
        // The converter prepares the SDK when it is used.
        boolean isUsed = index.getIndex().getKnownUsers(CloudEventBuilder.class).stream()
                .anyMatch(user -> !user.name().toString().startsWith(CloudEventConverter.class.getPackageName() + "."));
        if (isUsed) {
            recorder.prepare();
        }
    }
}
