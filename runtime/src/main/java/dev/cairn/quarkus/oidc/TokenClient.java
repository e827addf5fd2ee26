package dev.cairn.quarkus.oidc;

import dev.cairn.api.WorkflowException;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.time.TimeSource;
import io.quarkus.oidc.client.Tokens;
import io.smallrye.mutiny.Uni;

/**
 * One client of an authorization server, with its token. At most one request is under way. A call waits for it only if there is no good
 * token: an old token is renewed in the background. Thread-safe; a good token is read without a lock.
 */
final class TokenClient {

    /** Time before its end at which a token is renewed; less for a token that lives shorter than four times that. */
    private static final long EARLY_MILLIS = 30_000;
    private static final int EARLY_SHARE = 4;
    /** Least time between the beginnings of two renewals in the background: the server may be down. */
    private static final long RENEWAL_PAUSE_MILLIS = 1_000;
    /** A token that does not tell its end is asked for again after this time. */
    private static final long UNKNOWN_LIFE_MILLIS = 300_000;
    /** Bounds the times that servers tell: one day. */
    private static final long MAX_LIFE_SECONDS = 86_400;

    private final TokenExchange exchange;
    private final TimeSource time;
    private volatile KeptToken kept;
    private volatile long renewMillis;
    private volatile long usedMillis;
    private Uni<KeptToken> fetching;
    private boolean reconnecting;
    private boolean closed;

    TokenClient(TokenExchange exchange, TimeSource time) {
        this.exchange = exchange;
        this.time = time;
        this.usedMillis = time.elapsedMillis();
    }

    /** The time of the last use. */
    long usedMillis() {
        return usedMillis;
    }

    /** Asks for no more tokens. A request under way ends first: calls wait for it. */
    synchronized void close() {
        closed = true;
        if (fetching == null) {
            exchange.close();
        }
    }

    /** Uses new connections, after a request under way. */
    synchronized void reconnect() {
        if (fetching == null) {
            exchange.disconnect();
        } else {
            reconnecting = true;
        }
    }

    /**
     * The token.
     *
     * @param refused a token that is not to be given again, or null
     * @return null if a request is needed and the client is closed: another client has to be asked
     */
    Uni<String> token(OutboundCaller caller, String refused) {
        long now = time.elapsedMillis();
        usedMillis = now;
        KeptToken known = kept;
        if (known != null && !known.access.equals(refused) && now < known.endMillis) {
            renewInBackground(caller, known, now);
            return Uni.createFrom().item(kept.access);
        }
        Uni<KeptToken> fetched = fetch(caller, refused, known);
        return fetched == null ? null
                : fetched.map(token -> token.access)
                        // The task that made the request may be another one.
                        .onFailure(WorkflowException.class)
                        .transform(failure -> TokenFailure.of((WorkflowException) failure, caller));
    }

    private void renewInBackground(OutboundCaller caller, KeptToken known, long now) {
        if (now < renewMillis) {
            return;
        }
        renewMillis = now + RENEWAL_PAUSE_MILLIS;
        Uni<KeptToken> fetched = fetch(caller, null, known);
        if (fetched != null) {
            // A call after the end of the token has the failure, if it lasts.
            fetched.subscribe().with(token -> {}, failure -> {});
        }
    }

    private synchronized Uni<KeptToken> fetch(OutboundCaller caller, String refused, KeptToken seen) {
        KeptToken known = kept;
        if (known != null && known != seen && !known.access.equals(refused)) {
            return Uni.createFrom().item(known);
        }
        if (fetching == null) {
            if (closed) {
                return null;
            }
            String refresh = known == null ? null : known.refresh;
            fetching = exchange.tokens(caller, refresh).map(this::keep)
                    .onItemOrFailure().invoke((token, failure) -> fetched())
                    .memoize().indefinitely();
        }
        return fetching;
    }

    private synchronized void fetched() {
        fetching = null;
        if (closed) {
            exchange.close();
        } else if (reconnecting) {
            exchange.disconnect();
        }
        reconnecting = false;
    }

    private KeptToken keep(Tokens tokens) {
        long now = time.elapsedMillis();
        Long endSeconds = tokens.getAccessTokenExpiresAt();
        long life = endSeconds == null ? UNKNOWN_LIFE_MILLIS : lifeMillis(endSeconds, TimeSource.system().millis());
        String refresh = tokens.isRefreshTokenExpired() ? null : tokens.getRefreshToken();
        KeptToken token = new KeptToken(tokens.getAccessToken(), refresh, now + life);
        renewMillis = now + life - Math.min(EARLY_MILLIS, life / EARLY_SHARE);
        kept = token;
        return token;
    }

    private static long lifeMillis(long endSeconds, long nowMillis) {
        long nowSeconds = nowMillis / 1000;
        long boundedSeconds = Math.max(nowSeconds, Math.min(endSeconds, nowSeconds + MAX_LIFE_SECONDS));
        return Math.max(0, boundedSeconds * 1000 - nowMillis);
    }

    /** The requests of a client. */
    interface TokenExchange {

        /**
         * Asks for tokens.
         *
         * @param refreshToken of the last answer, or null
         * @return fails with a {@link dev.cairn.api.WorkflowException}; ends within the time limit of calls
         */
        Uni<Tokens> tokens(OutboundCaller caller, String refreshToken);

        /** Has later requests make new connections. Called while no request is under way. */
        void disconnect();

        void close();
    }

    /**
     * A token.
     *
     * @param access the access token
     * @param refresh its refresh token, or null
     * @param endMillis time of its end
     */
    private record KeptToken(String access, String refresh, long endMillis) {}
}
