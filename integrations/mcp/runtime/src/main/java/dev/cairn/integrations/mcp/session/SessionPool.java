package dev.cairn.integrations.mcp.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.vertx.core.Vertx;

/** Sessions by their keys. A session without calls is closed after a time, or when another one needs its place. Thread-safe. */
final class SessionPool {

    private static final int NO_TIMER = -1;

    private final Map<String, McpSession> sessions = new HashMap<>();
    private final Vertx vertx;
    private final int maxSessions;
    private final long idleMillis;
    private final Consumer<McpSession> closer;
    private long uses;

    /**
     * @param maxSessions sessions that are kept, at least 1; calls under way may need more
     * @param idleMillis time after which a session without calls is closed
     * @param closer tells the server that a session has ended
     */
    SessionPool(Vertx vertx, int maxSessions, long idleMillis, Consumer<McpSession> closer) {
        this.vertx = vertx;
        this.maxSessions = maxSessions;
        this.idleMillis = idleMillis;
        this.closer = closer;
    }

    /** The session of a key, for one call. The caller releases it. */
    McpSession acquire(String key, Supplier<McpSession> begin) {
        McpSession session;
        List<McpSession> surplus;
        synchronized (this) {
            McpSession kept = sessions.get(key);
            session = kept == null || kept.hasFailed() ? begin.get() : kept;
            sessions.put(key, session);
            session.activeCalls++;
            session.lastUse = ++uses;
            stopTimer(session);
            surplus = removeSurplus();
        }
        surplus.forEach(closer);
        return session;
    }

    /** The least recently used sessions beyond the limit. A session with calls stays. */
    private List<McpSession> removeSurplus() {
        List<McpSession> surplus = new ArrayList<>();
        while (sessions.size() > maxSessions) {
            Optional<McpSession> oldest = sessions.values().stream().filter(session -> session.activeCalls == 0)
                    .min(Comparator.comparingLong(session -> session.lastUse));
            if (oldest.isEmpty()) {
                return surplus;
            }
            sessions.remove(oldest.get().key());
            stopTimer(oldest.get());
            surplus.add(oldest.get());
        }
        return surplus;
    }

    /** Ends a call. */
    void release(McpSession session) {
        boolean isOver;
        synchronized (this) {
            session.activeCalls--;
            isOver = session.activeCalls == 0 && session.retired;
            if (session.activeCalls == 0 && sessions.get(session.key()) == session) {
                session.idleTimer = vertx.setTimer(idleMillis, id -> closeIdle(session));
            }
        }
        if (isOver) {
            closer.accept(session);
        }
    }

    /** Forgets a session that the server may still keep. The session is closed with the end of its last call. */
    synchronized void retire(McpSession session) {
        discard(session);
        session.retired = true;
    }

    /** Forgets a session that cannot be used: the next call begins another one. */
    synchronized void discard(McpSession session) {
        if (sessions.remove(session.key(), session)) {
            stopTimer(session);
        }
    }

    private void closeIdle(McpSession session) {
        synchronized (this) {
            if (session.activeCalls > 0 || !sessions.remove(session.key(), session)) {
                return;
            }
            stopTimer(session);
        }
        closer.accept(session);
    }

    private void stopTimer(McpSession session) {
        if (session.idleTimer != NO_TIMER) {
            vertx.cancelTimer(session.idleTimer);
            session.idleTimer = NO_TIMER;
        }
    }

    /** Closes the sessions without calls. */
    void close() {
        List<McpSession> idle;
        synchronized (this) {
            idle = sessions.values().stream().filter(session -> session.activeCalls == 0).toList();
        }
        idle.forEach(this::closeIdle);
    }

    synchronized int size() {
        return sessions.size();
    }
}
