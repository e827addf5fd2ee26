package dev.cairn.engine.event;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.value.JsonPayload;

/** Starts the instances of events. */
public interface EventStartPort {

    /**
     * Starts an instance, unless there is one with the id already.
     *
     * @return completes once the start is durable; fails with {@link dev.cairn.api.CairnException}
     */
    Promise<DurableStartResult> start(InstalledProgram program, JsonPayload input, String id, StartMetadata details);
}
