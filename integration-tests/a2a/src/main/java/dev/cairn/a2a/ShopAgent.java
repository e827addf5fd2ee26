package dev.cairn.a2a;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.UriInfo;

import io.a2a.server.PublicAgentCard;
import io.a2a.server.agentexecution.AgentExecutor;
import io.a2a.server.agentexecution.RequestContext;
import io.a2a.server.events.EventQueue;
import io.a2a.server.tasks.TaskUpdater;
import io.a2a.spec.AgentCapabilities;
import io.a2a.spec.AgentCard;
import io.a2a.spec.AgentSkill;
import io.a2a.spec.Message;
import io.a2a.spec.TextPart;

/** An agent of a shop. The text of a message says what becomes of it. */
@ApplicationScoped
public class ShopAgent implements AgentExecutor {

    private final Map<String, CompletableFuture<Void>> released = new ConcurrentHashMap<>();

    /** Lets the agent complete the tasks of a text. */
    public void release(String text) {
        gate(text).complete(null);
    }

    /** True if the agent works on a task of a text. */
    public boolean isAtWork(String text) {
        return released.containsKey(text);
    }

    private CompletableFuture<Void> gate(String text) {
        return released.computeIfAbsent(text, unknown -> new CompletableFuture<>());
    }

    @Override
    public void execute(RequestContext context, EventQueue events) {
        TaskUpdater task = new TaskUpdater(context, events);
        String text = context.getUserInput(" ").strip();
        if (text.equals("hello")) {
            events.enqueueEvent(new Message.Builder().role(Message.Role.AGENT).messageId("m").contextId(context.getContextId())
                    .parts(new TextPart("hello yourself")).build());
            return;
        }
        if (context.getTask() == null) {
            task.submit();
        }
        task.startWork();
        if (text.equals("which")) {
            task.requiresInput();
        } else if (text.equals("sold out")) {
            task.fail(task.newAgentMessage(List.of(new TextPart("Nothing left")), null));
        } else {
            if (text.startsWith("slow")) {
                gate(text).join();
            }
            task.addArtifact(List.of(new TextPart("All about " + text)));
            task.complete();
        }
    }

    @Override
    public void cancel(RequestContext context, EventQueue events) {
        new TaskUpdater(context, events).cancel();
    }

    /** The card of the agent. */
    @Path("/")
    public static class CardResource {

        private final AgentCard card;

        CardResource(@PublicAgentCard AgentCard card) {
            this.card = card;
        }

        /** The card, with the port of this application, which is not known before it is there. */
        @GET
        @Path("card")
        public AgentCard card(UriInfo place) {
            return new AgentCard.Builder(card).url(place.getBaseUri().toString()).build();
        }

        @Produces
        @PublicAgentCard
        static AgentCard agentCard() {
            return new AgentCard.Builder().name("shop").description("Knows the items of a shop").url("http://127.0.0.1/")
                    .version("1").protocolVersion("0.3.0").capabilities(new AgentCapabilities.Builder().streaming(true).build())
                    .defaultInputModes(List.of("text")).defaultOutputModes(List.of("text"))
                    .skills(List.of(new AgentSkill.Builder().id("ask").name("ask").description("Answers").tags(List.of("shop"))
                            .build()))
                    .build();
        }
    }
}
