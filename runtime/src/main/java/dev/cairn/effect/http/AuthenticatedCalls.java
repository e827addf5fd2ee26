package dev.cairn.effect.http;

import java.time.Duration;
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

    /** A request for a token has the time limit of the settings as well, and its error names the server: that error comes first. */
    private static final long LATE_MILLIS = 1_000;

    private final HttpPerformer performer;
    private final Vertx vertx;
    private final OutboundAuthenticator authenticator;

    AuthenticatedCalls(HttpPerformer performer, Vertx vertx, OutboundAuthenticator authenticator) {
        this.performer = performer;
        this.vertx = vertx;
        this.authenticator = authenticator;
    }

    /** @return fails with a {@link CredentialFailureException} if the call has no credentials */
    Uni<JsonNode> perform(EffectCall call) {
        Context context = vertx.getOrCreateContext();
        JsonNode authentication = call.arguments().path("authentication");
        OutboundCaller caller = HttpPerformer.caller(call);
        return Uni.createFrom().deferred(() -> {
            CallStopwatch watch = new CallStopwatch(performer);
            return credential(context, call, watch, () -> authenticator.credential(authentication, caller))
                    .chain(credential -> send(watch.rest(call), credential, true)
                            .onFailure(HttpChallengeException.class)
                            .recoverWithUni(refusal -> credential(context, call, watch,
                                    () -> authenticator.renewed(authentication, caller, credential))
                                    .chain(renewed -> renewed == null
                                            ? refused(credential, (HttpChallengeException) refusal)
                                            // The answer may quote the token that was refused, which may be good elsewhere.
                                            : authenticator.concealing(credential, send(watch.rest(call), renewed, false)))));
        });
    }

    /** Gives them on the context of the call. A failure while the application stops says nothing of the call. */
    private Uni<OutboundCredential> credential(Context context, EffectCall call, CallStopwatch watch,
            Supplier<Uni<OutboundCredential>> source) {
        long restMillis = watch.restMillis(call);
        boolean hasOwnLimit = call.arguments().path("limits").path("requestMillis").longValue() > 0;
        return Uni.createFrom().deferred(source::get)
                .ifNoItem().after(Duration.ofMillis(hasOwnLimit ? restMillis : restMillis + LATE_MILLIS))
                .failWith(() -> HttpCallErrors.noCredentials(call, performer.timeoutMillis(call)))
                .onFailure().recoverWithUni(failure -> performer.isClosed() ? Uni.createFrom().nothing()
                        : Uni.createFrom().failure(new CredentialFailureException(failure)))
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
