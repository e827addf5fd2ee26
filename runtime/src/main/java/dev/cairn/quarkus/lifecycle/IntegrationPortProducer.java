package dev.cairn.quarkus.lifecycle;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.effect.command.ConversedPrograms;
import dev.cairn.effect.http.StreamedHttpClient;
import dev.cairn.spi.outbound.OutboundHttpClient;
import dev.cairn.spi.program.ProgramStarter;

/** Makes the ports that only some integrations use. An application without them loads none of these classes. */
@Singleton
public class IntegrationPortProducer {

    private final EngineLifecycle engine;

    IntegrationPortProducer(EngineLifecycle engine) {
        this.engine = engine;
    }

    @Produces
    @Singleton
    OutboundHttpClient requests() {
        return new StreamedHttpClient(engine.http());
    }

    @Produces
    @Singleton
    ProgramStarter programs() {
        return new ConversedPrograms(engine.commands());
    }
}
