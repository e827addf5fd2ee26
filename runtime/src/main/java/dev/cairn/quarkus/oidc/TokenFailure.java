package dev.cairn.quarkus.oidc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.TextExcerpt;
import dev.cairn.spi.outbound.OutboundCaller;
import io.quarkus.oidc.client.OidcClientException;
import io.quarkus.oidc.client.Tokens;
import io.quarkus.oidc.client.runtime.DisabledOidcClientException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/** The errors of requests for tokens. None has a token or a credential. */
final class TokenFailure {

    /** Errors of RFC 6749 and RFC 6750 that another attempt may not have. */
    private static final Set<String> PASSING = Set.of("server_error", "temporarily_unavailable", "slow_down");
    private static final int MAX_DESCRIPTION_CHARS = 200;
    /** Codes of the standards have 25 characters at most. */
    private static final int MAX_CODE_CHARS = 80;
    /** Shorter text is found in everything. */
    private static final int MIN_TOKEN_CHARS = 4;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private TokenFailure() {}

    /**
     * The error of a failed request.
     *
     * @param status of the last answer, or 0
     */
    static WorkflowException of(Throwable failure, int status, String name, Duration timeout, OutboundCaller caller) {
        if (failure instanceof WorkflowException workflow) {
            return workflow;
        }
        if (failure instanceof DisabledOidcClientException) {
            return configuration("the client is disabled or its configuration is not complete", name, caller);
        }
        if (failure instanceof ConfigurationException) {
            return configuration("the client cannot be used: " + failure.getMessage(), name, caller);
        }
        if (failure instanceof TimeoutException) {
            return communication("no answer within " + timeout.toMillis() + " ms", SERVER_ERROR, name, caller);
        }
        if (status == 0 || !(failure instanceof OidcClientException)) {
            return communication(status == 0 || status == 200 ? "the authorization server cannot be reached or understood"
                    : "the authorization server answered with status " + status, SERVER_ERROR, name, caller);
        }
        return answered(failure.getMessage(), status, name, caller);
    }

    /** The failure of a request that several tasks wait for, as the error of one of them. */
    static WorkflowException of(WorkflowException failure, OutboundCaller caller) {
        WorkflowError error = failure.error();
        if (caller.task().equals(error.instance())) {
            return failure;
        }
        return failure instanceof QuotedTextException quoting
                ? changed(quoting, UnaryOperator.identity(), quoted -> ofTask(quoted, caller))
                : new WorkflowException(ofTask(error, caller));
    }

    /**
     * The failure with the time that the server asks to wait, which {@code retry} reads.
     *
     * @param headers that say so, by names in lower case; null for none
     */
    static WorkflowException waiting(ObjectNode headers, WorkflowException failure) {
        if (headers == null || !(failure instanceof QuotedTextException quoting)) {
            return failure;
        }
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("status", failure.error().status());
        response.set("headers", headers);
        return quoting.answered(response);
    }

    private static QuotedTextException changed(QuotedTextException failure, UnaryOperator<String> change,
            UnaryOperator<WorkflowError> around) {
        return failure instanceof ErrorResponseException answered
                ? answered.changed(change, around, UnaryOperator.identity())
                : failure.changed(change, around);
    }

    /** The failure with asterisks in place of a token, which the answer may quote; null for no token. */
    static WorkflowException without(String token, WorkflowException failure) {
        return token != null && token.length() >= MIN_TOKEN_CHARS && failure instanceof QuotedTextException quoting
                ? changed(quoting, text -> text.replace(token, "***"), UnaryOperator.identity())
                : failure;
    }

    private static WorkflowError ofTask(WorkflowError error, OutboundCaller caller) {
        return new WorkflowError(error.type(), error.status(), error.title(), error.detail(), caller.task());
    }

    /** Settings that make no request, or name no client. */
    static WorkflowException configuration(String reason, String name, OutboundCaller caller) {
        return new QuotedTextException(reason,
                quoted -> WorkflowError.of(Standard.CONFIGURATION, "Token request not possible",
                        "CAIRN-0855: No token can be asked for [server=" + name + "]: " + quoted
                                + ". Correct the secret, the expressions of the definition, or the configuration of the client.",
                        caller.task()));
    }

    /** Refuses tokens that are none, or of a wrong issuer. */
    static void check(Tokens tokens, TokenRequestSettings settings, String name, OutboundCaller caller) {
        if (tokens.getAccessToken() == null || tokens.getAccessToken().isBlank()) {
            throw communication("the answer has no access token", SERVER_ERROR, name, caller);
        }
        if (settings == null || settings.issuers().isEmpty()) {
            return;
        }
        String issuer = issuer(tokens.getAccessToken());
        if (issuer == null || !settings.issuers().contains(issuer)) {
            throw new QuotedTextException(String.valueOf(issuer), quoted -> WorkflowError.of(Standard.AUTHENTICATION,
                    "Issuer not allowed",
                    "CAIRN-0852: The token has another issuer than the definition allows [server=" + name + ", issuer="
                            + (issuer == null ? "unknown, the token is no JWT that names one"
                                    : TextExcerpt.of(quoted, MAX_DESCRIPTION_CHARS))
                            + "]. Add the issuer to \"issuers\", or remove that.",
                    caller.task()));
        }
    }

    /** The issuer that a JWT names, or null. Its signature is for the receiver of the token to check. */
    private static String issuer(String token) {
        String[] parts = token.split("\\.");
        if (parts.length != 3) {
            return null;
        }
        try {
            return new JsonObject(new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)).getString("iss");
        } catch (IllegalArgumentException | DecodeException | ClassCastException opaque) {
            return null;
        }
    }

    private static WorkflowException answered(String body, int status, String name, OutboundCaller caller) {
        String code = member(body, "error");
        boolean passing = status >= SERVER_ERROR || status == TOO_MANY_REQUESTS || PASSING.contains(code)
                || code.isEmpty() && status != UNAUTHORIZED && status != FORBIDDEN;
        if (passing) {
            return new QuotedTextException(code, quoted -> communication("the token endpoint answered with status " + status
                    + (quoted.isEmpty() ? "" : ", " + TextExcerpt.of(quoted, MAX_CODE_CHARS)), status, name, caller).error());
        }
        // No member of the answer has a line break.
        return new QuotedTextException(code + "\n" + member(body, "error_description"), quoted -> {
            int end = quoted.indexOf('\n');
            String shownCode = end < 0 ? quoted : quoted.substring(0, end);
            String description = quoted.substring(end + 1);
            return WorkflowError.of(Standard.AUTHENTICATION, "Token refused",
                    "CAIRN-0851: The authorization server gives no token [server=" + name + ", status=" + status + ", error="
                            + TextExcerpt.of(shownCode, MAX_CODE_CHARS)
                            + (end < 0 || description.isEmpty() ? ""
                                    : ", description=" + TextExcerpt.of(description, MAX_DESCRIPTION_CHARS))
                            + "]. Check the client, its credentials and what it may ask for.",
                    caller.task());
        });
    }

    /** An answer of which no more is read. */
    static WorkflowException tooLarge(int maxBytes, String name, OutboundCaller caller) {
        return communication("the answer has more than " + maxBytes + " bytes", SERVER_ERROR, name, caller);
    }

    private static WorkflowException communication(String reason, int status, String name, OutboundCaller caller) {
        return new WorkflowException(new WorkflowError(Standard.COMMUNICATION.type(), status, "No token",
                "CAIRN-0850: No token from the authorization server [server=" + name + "]: " + reason + ".", caller.task()));
    }

    /** A text of the error of an answer; empty if there is none. */
    private static String member(String body, String name) {
        try {
            String text = body == null ? null : new JsonObject(body).getString(name);
            return text == null ? "" : text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        } catch (DecodeException | ClassCastException none) {
            return "";
        }
    }
}
