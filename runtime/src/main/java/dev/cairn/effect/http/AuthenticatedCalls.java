package dev.cairn.effect.http;

import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.value.AuthorizationStandIn;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * Makes requests whose credentials are known only in the attempt. A server that refuses them is asked once more with renewed ones.
 */
final class AuthenticatedCalls {

    private final HttpPerformer performer;
    private final Vertx vertx;
    private final OutboundAuthenticator authenticator;

    AuthenticatedCalls(HttpPerformer performer, Vertx vertx, OutboundAuthenticator authenticator) {
        this.performer = performer;
        this.vertx = vertx;
        this.authenticator = authenticator;
    }

    Uni<JsonNode> perform(EffectCall call) {
        Context context = vertx.getOrCreateContext();
        JsonNode authentication = call.arguments().path("authentication");
        OutboundCaller caller = HttpPerformer.caller(call);
        return credential(context, () -> authenticator.credential(authentication, caller))
                .chain(credential -> {
                    CallStopwatch watch = new CallStopwatch(performer);
                    return send(call, credential, true)
                            .onFailure(HttpChallengeException.class)
                            .recoverWithUni(refusal -> credential(context,
                                    () -> authenticator.renewed(authentication, caller, credential))
                                    .chain(renewed -> renewed == null
                                            ? refused(credential, (HttpChallengeException) refusal)
                                            : send(watch.rest(call), renewed, false)));
                });
    }

    /** Gives them on the context of the call. A failure while the application stops says nothing of the call. */
    private Uni<OutboundCredential> credential(Context context, Supplier<Uni<OutboundCredential>> source) {
        return Uni.createFrom().deferred(source::get)
                .onFailure().recoverWithUni(failure -> performer.isClosed() ? Uni.createFrom().nothing()
                        : Uni.createFrom().failure(failure))
                .emitOn(command -> {
                    if (Vertx.currentContext() == context) {
                        command.run();
                    } else {
                        context.runOnContext(run -> command.run());
                    }
                });
    }

    private Uni<JsonNode> send(EffectCall call, OutboundCredential credential, boolean challenged) {
        EffectCall complete = new EffectCall(call.instanceId(), call.site(), call.idempotencyKey(),
                complete(call.arguments(), credential), call.trace());
        return authenticator.concealing(credential,
                performer.send(complete, request -> request.authorize(credential.header(), challenged)));
    }

    private Uni<JsonNode> refused(OutboundCredential credential, HttpChallengeException refusal) {
        return authenticator.concealing(credential, refusal.outcome());
    }

    /** The arguments without the authentication, and with the credentials where they have {@code $authorization}. */
    private static JsonNode complete(JsonNode arguments, OutboundCredential credential) {
        String standIn = arguments.path("authorization").textValue();
        ObjectNode complete = JsonNodeFactory.instance.objectNode();
        arguments.properties().forEach(part -> {
            if (!part.getKey().equals("authentication")) {
                complete.set(part.getKey(),
                        standIn == null ? part.getValue()
                                : AuthorizationStandIn.replace(part.getValue(), standIn, credential.parameter()));
            }
        });
        return complete;
    }
}
