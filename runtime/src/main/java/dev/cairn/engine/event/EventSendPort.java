package dev.cairn.engine.event;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.value.JsonPayload;

/**
 * Sends events to instances as operators do: an instance takes an event once. A result fails with
 * {@link dev.cairn.api.CairnException} if the instance refuses the event.
 */
public interface EventSendPort {

    /** To an instance on this node; fails if another node has it. */
    Promise<Void> sendHere(String instanceId, JsonPayload event);

    /** To an instance on any node. */
    Promise<Void> sendAnywhere(String instanceId, JsonPayload event);
}
