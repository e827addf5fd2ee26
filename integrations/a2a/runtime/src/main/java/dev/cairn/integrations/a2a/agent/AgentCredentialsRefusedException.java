package dev.cairn.integrations.a2a.agent;

/** An agent has refused the credentials of a request. It has not processed it. */
public final class AgentCredentialsRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    AgentCredentialsRefusedException(String excerpt) {
        super(excerpt, null, false, false);
    }
}
