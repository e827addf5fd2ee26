package dev.cairn.bench.application;

import java.util.Map;

import dev.cairn.bench.stub.Stub;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** The service that {@link ExternalCall} calls, for as long as the tests run. */
public class StubResource implements QuarkusTestResourceLifecycleManager {

    private Stub stub;

    @Override
    public Map<String, String> start() {
        stub = Stub.listen(0);
        return Map.of("bench.stub.url", stub.url());
    }

    @Override
    public void stop() {
        if (stub != null) {
            stub.close();
        }
    }
}
