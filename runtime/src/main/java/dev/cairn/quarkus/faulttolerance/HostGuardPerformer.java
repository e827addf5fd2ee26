package dev.cairn.quarkus.faulttolerance;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.quarkus.config.HostGuardConfig;
import io.smallrye.mutiny.Uni;

/** Makes HTTP calls, each through the circuit breaker and the bulkhead of its host and port. */
final class HostGuardPerformer implements EffectPerformer {

    /** Input may choose hosts. Beyond that number an idle guard is dropped for each new host, with what it knows. */
    static final int MAX_HOSTS = 1_000;

    private final CallGuardTools tools;
    private final HostGuardConfig config;
    private final MeteredHostNames names = new MeteredHostNames();
    private final Map<String, HostGuard> guards = new ConcurrentHashMap<>();

    HostGuardPerformer(CallGuardTools tools, HostGuardConfig config) {
        this.tools = tools;
        this.config = config;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        String origin = HttpPerformer.origin(call);
        if (origin == null) {
            return tools.http().perform(call);
        }
        return Uni.createFrom().emitter(emitter -> new GuardedHttpCall(tools, ofHost(origin), call, emitter).start());
    }

    private HostGuard ofHost(String origin) {
        HostGuard known = guards.get(origin);
        return known == null ? added(origin) : known;
    }

    private synchronized HostGuard added(String origin) {
        boolean hasRoom = guards.containsKey(origin) || guards.size() < MAX_HOSTS || forgets(HostGuard::isForgettable)
                || forgets(HostGuard::isIdle);
        // If all are busy, the guard of another host is for one call.
        return hasRoom ? guards.computeIfAbsent(origin, this::guard) : guard(origin);
    }

    private boolean forgets(Predicate<HostGuard> which) {
        for (HostGuard guard : guards.values()) {
            if (which.test(guard)) {
                return guards.remove(guard.origin()) != null;
            }
        }
        return false;
    }

    private HostGuard guard(String origin) {
        return HostGuard.of(origin, names.of(origin), config);
    }
}
