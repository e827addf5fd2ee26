package dev.cairn.integrations.a2a.protocol;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;

/**
 * A status of HTTP that is no success. It may be that of a router before the agent, and says nothing about a task: an agent answers
 * that it does not know one by an error of JSON-RPC.
 */
public final class AgentStatusException extends WorkflowException {

    private static final long serialVersionUID = 1L;

    public AgentStatusException(WorkflowError error) {
        super(error);
    }
}
