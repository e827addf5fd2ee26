package dev.cairn.quarkus.lifecycle;

import dev.cairn.engine.EngineCloudEventBus;
import io.quarkus.runtime.annotations.Recorder;

/** Prepares the SDK of CloudEvents while the application starts. */
@Recorder
public class CloudEventRecorder {

    /** Before the threads of the application build events. */
    public void prepare() {
        EngineCloudEventBus.prepare();
    }
}
