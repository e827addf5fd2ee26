package dev.cairn.crash.harness;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The calls that a server has got, some of which it leaves unanswered. Thread-safe.
 *
 * @param <C> identity of a call, the same when the call is repeated
 */
public final class HeldCalls<C> {

    private final List<C> calls = new ArrayList<>();
    private final Set<C> heldCalls = new LinkedHashSet<>();
    private CompletableFuture<C> hold = new CompletableFuture<>();
    private int heldNumber;

    /** Leaves a call unanswered after this number of other calls. Completes when the server has it. */
    public synchronized CompletableFuture<C> holdAfter(int others) {
        heldNumber = calls.size() + others + 1;
        hold = new CompletableFuture<>();
        return hold;
    }

    /** Notes a call that the server has got; true if it stays unanswered. */
    public synchronized boolean holds(C call) {
        calls.add(call);
        boolean held = calls.size() == heldNumber;
        if (held) {
            heldCalls.add(call);
            hold.complete(call);
        }
        return held;
    }

    /** All calls, in the order in which the server got them. */
    public synchronized List<C> all() {
        return List.copyOf(calls);
    }

    /** The calls that were left unanswered, each once. */
    public synchronized Set<C> held() {
        return Set.copyOf(heldCalls);
    }

    /** The calls that the server has got more than once, each once. */
    public synchronized Set<C> repeated() {
        Set<C> seen = new HashSet<>();
        Set<C> repeated = new HashSet<>();
        calls.stream().filter(call -> !seen.add(call)).forEach(repeated::add);
        return repeated;
    }
}
