package dev.cairn.effect.http;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.TextExcerpt;
import dev.cairn.time.EncryptionNonceSource;
import dev.cairn.value.JqValues;
import io.smallrye.mutiny.Uni;

/**
 * Makes requests with HTTP Digest. The challenge of an origin is kept and answered with the next requests, so only a first request, or
 * one whose nonce is too old, is sent twice.
 */
final class DigestCalls {

    /** Maximum number of origins and users whose challenges are kept. */
    private static final int MAX_CHALLENGES = 1024;
    private static final int NONCE_BYTES = 16;
    private static final Pattern NONCE = Pattern.compile("nonce=(?:\"[^\"]*\"|[^\\s,]+)", Pattern.CASE_INSENSITIVE);

    private final HttpPerformer performer;
    private final EncryptionNonceSource nonces = EncryptionNonceSource.secure();
    private final Map<String, DigestChallenge> challenges = new ConcurrentHashMap<>();

    DigestCalls(HttpPerformer performer) {
        this.performer = performer;
    }

    Uni<JsonNode> perform(EffectCall call) {
        return Uni.createFrom().deferred(() -> {
            CallStopwatch watch = new CallStopwatch(performer);
            return performer.send(call, request -> first(call, request))
                    .onFailure(HttpChallengeException.class)
                    .recoverWithUni(refusal -> again(watch.rest(call), (HttpChallengeException) refusal));
        });
    }

    private PreparedHttpRequest first(EffectCall call, PreparedHttpRequest request) {
        DigestChallenge known = challenges.get(key(call, request));
        return known == null ? request.challenged() : request.authorize(answer(known, call, request), true);
    }

    private Uni<JsonNode> again(EffectCall call, HttpChallengeException refusal) {
        byte[] nonce = new byte[NONCE_BYTES];
        nonces.fill(nonce, 0, nonce.length);
        DigestChallenge challenge = DigestChallenge.best(refusal.challenges(), HexFormat.of().formatHex(nonce));
        if (challenge == null) {
            return refusal.challenges().stream().anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("digest"))
                    ? Uni.createFrom().failure(unanswerable(call, refusal))
                    : refusal.outcome();
        }
        return performer.send(call, request -> {
            keep(key(call, request), challenge);
            return request.authorize(answer(challenge, call, request), false);
        });
    }

    private void keep(String key, DigestChallenge challenge) {
        if (challenges.size() >= MAX_CHALLENGES) {
            // Any of them: its next request is sent twice.
            challenges.keySet().stream().findFirst().ifPresent(challenges::remove);
        }
        challenges.put(key, challenge);
    }

    private static String answer(DigestChallenge challenge, EffectCall call, PreparedHttpRequest request) {
        return challenge.answer(credential(call, request, "username"), credential(call, request, "password"), request.method(),
                request.target().requestUri());
    }

    private static String credential(EffectCall call, PreparedHttpRequest request, String name) {
        JsonNode value = call.arguments().path("authentication").path("digest").path(name);
        if (!value.isValueNode() || value.isNull()) {
            throw HttpCallErrors.invalid(request.task(), "The " + name + " of the authentication must be a string");
        }
        return JqValues.scalarText(value);
    }

    private static String key(EffectCall call, PreparedHttpRequest request) {
        HttpTarget target = request.target();
        return (target.tls() ? "https://" : "http://") + target.host() + ":" + target.port() + " "
                + credential(call, request, "username");
    }

    private static WorkflowException unanswerable(EffectCall call, HttpChallengeException refusal) {
        String challenge = NONCE.matcher(String.join(", ", refusal.challenges())).replaceAll("nonce=…");
        return new QuotedTextException(challenge, quoted -> WorkflowError.of(Standard.AUTHENTICATION,
                "Digest challenge not supported",
                "CAIRN-0856: The server asks for a digest that Cairn cannot compute [challenge="
                        + TextExcerpt.of(quoted, HttpCallErrors.MAX_EXCERPT_CHARS)
                        + "]: Cairn knows MD5, SHA-256 and SHA-512-256 with qop=auth. Change the server's configuration.",
                call.task()));
    }
}
