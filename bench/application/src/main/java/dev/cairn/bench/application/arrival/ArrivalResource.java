package dev.cairn.bench.application.arrival;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import dev.cairn.api.CairnClient;
import dev.cairn.engine.Engine;
import io.smallrye.mutiny.Uni;

/** Runs a load within the application, so that no generator beside it takes processors; answers when it is over. */
@Path("/bench/arrivals")
@Singleton
public class ArrivalResource {

    private final CairnClient cairn;
    private final Engine engine;
    private final ScheduledExecutorService pacer = Executors.newSingleThreadScheduledExecutor(action -> {
        Thread thread = new Thread(action, "arrivals");
        thread.setDaemon(true);
        return thread;
    });

    ArrivalResource(CairnClient cairn, Engine engine) {
        this.cairn = cairn;
        this.engine = engine;
    }

    /** One load. */
    @POST
    public Uni<ArrivalReport> run(ArrivalRequest request) {
        if (request.perMinute() < 1 || request.count() < 1 || request.patienceSeconds() < 1) {
            throw new BadRequestException("perMinute, count and patienceSeconds are at least 1");
        }
        ArrivalScenario scenario = ArrivalScenario.of(request.workflow())
                .orElseThrow(() -> new BadRequestException("No scenario " + request.workflow()));
        ArrivalRun run = new ArrivalRun(cairn, pacer, scenario, request);
        AllocationRecording recording = request.profile() ? AllocationRecording.start() : null;
        long writes = engine.journal().writes();
        long commits = engine.journal().groups();
        return Uni.createFrom().completionStage(run::begin).map(done -> run.report(engine.journal().writes() - writes,
                engine.journal().groups() - commits, recording == null ? null : recording.stop()));
    }

    @PreDestroy
    void stop() {
        pacer.shutdownNow();
    }
}
