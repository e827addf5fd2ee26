package dev.cairn.integrations.mcp.session;

import java.util.concurrent.atomic.AtomicLong;

import io.smallrye.mutiny.Uni;

/** A session with a server, and the calls that use it. The pool guards its counters. */
final class McpSession {

    private final String key;
    private final ServerAddress address;
    private final AtomicLong requestIds = new AtomicLong(1);
    private final Uni<SessionState> state;
    private volatile SessionState begun;
    private volatile boolean failed;

    /** Calls under way. */
    int activeCalls;
    /** True if no other call may use it. */
    boolean retired;
    /** Order of use among all sessions. */
    long lastUse;
    /** Timer that closes the session when it was idle for long; negative for none. */
    long idleTimer = -1;

    /** @param begin begins the session; subscribed once */
    McpSession(String key, ServerAddress address, Uni<SessionState> begin) {
        this.key = key;
        this.address = address;
        this.state = begin.invoke(known -> begun = known).onFailure().invoke(failure -> failed = true)
                .memoize().indefinitely();
    }

    String key() {
        return key;
    }

    ServerAddress address() {
        return address;
    }

    /** Completes when the session has begun. */
    Uni<SessionState> state() {
        return state;
    }

    /** The state, or null while it has not begun. */
    SessionState begun() {
        return begun;
    }

    /** True if it could not begin. */
    boolean hasFailed() {
        return failed;
    }

    /** An id that no other request of the session has. */
    long nextRequestId() {
        return requestIds.incrementAndGet();
    }
}
