package dev.cairn.bench.application.arrival;

import java.time.Duration;

import jakarta.inject.Singleton;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.EventBus;
import dev.cairn.engine.Engine;
import io.smallrye.mutiny.Uni;

/** Observes the instances that records of a broker start. One observation runs at a time; it begins before the first record is sent. */
@Path("/bench/records")
@Singleton
public class RecordResource {

    private final EventBus events;
    private final ObjectMapper json;
    private final Engine engine;
    private RecordObservation observation;
    private long writes;
    private long commits;

    RecordResource(EventBus events, ObjectMapper json, Engine engine) {
        this.events = events;
        this.json = json;
        this.engine = engine;
    }

    /** Begins an observation. */
    @POST
    @Path("/begin")
    public Uni<Void> begin(RecordRequest request) {
        if (request.count() < 1) {
            throw new BadRequestException("count is at least 1");
        }
        synchronized (this) {
            writes = engine.journal().writes();
            commits = engine.journal().groups();
            observation = new RecordObservation(events, json, request);
        }
        return Uni.createFrom().voidItem();
    }

    /** Answers when the instances of all records have ended, or when {@code patienceSeconds} are over. */
    @POST
    @Path("/end")
    public Uni<ArrivalReport> end(@QueryParam("patienceSeconds") int patienceSeconds) {
        RecordObservation ending;
        synchronized (this) {
            ending = observation;
            observation = null;
        }
        if (ending == null || patienceSeconds < 1) {
            throw new BadRequestException("An observation has begun, and patienceSeconds is at least 1");
        }
        return Uni.createFrom().completionStage(ending.done()).ifNoItem().after(Duration.ofSeconds(patienceSeconds))
                .recoverWithItem((Void) null)
                .map(done -> ending.end(engine.journal().writes() - writes, engine.journal().groups() - commits));
    }
}
