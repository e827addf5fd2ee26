package dev.cairn.quarkus.oidc;

import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.time.TimeSource;
import io.quarkus.oidc.client.Tokens;
import io.smallrye.mutiny.Uni;

/**
 * One client of an authorization server, with its token. At most one request is under way; the calls that need its token wait for it.
 * Thread-safe; a fresh token is read without a lock.
 */
final class TokenClient {

    /** Time before its end at which a token is renewed; less for a token that lives shorter than four times that. */
    private static final long EARLY_MILLIS = 30_000;
    private static final int EARLY_SHARE = 4;
    /** A token that does not tell its end is asked for again after this time. */
    private static final long UNKNOWN_LIFE_MILLIS = 300_000;

    private final TokenExchange exchange;
    private final TimeSource time;
    private volatile KeptToken kept;
    private volatile long usedMillis;
    private Uni<KeptToken> fetching;

    TokenClient(TokenExchange exchange, TimeSource time) {
        this.exchange = exchange;
        this.time = time;
        this.usedMillis = time.elapsedMillis();
    }

    /** The time of the last use. */
    long usedMillis() {
        return usedMillis;
    }

    void close() {
        exchange.close();
    }

    /**
     * The token.
     *
     * @param refused a token that is not to be given again, or null
     */
    Uni<String> token(OutboundCaller caller, String refused) {
        usedMillis = time.elapsedMillis();
        KeptToken known = kept;
        if (known != null && !known.access.equals(refused) && usedMillis < known.renewMillis) {
            return Uni.createFrom().item(known.access);
        }
        return fetch(caller, refused, known).map(token -> token.access)
                // The authorization server may be down for a moment: the old token is good until it ends.
                .onFailure(failure -> known != null && !known.access.equals(refused)
                        && time.elapsedMillis() < known.endMillis)
                .recoverWithItem(() -> known.access);
    }

    private synchronized Uni<KeptToken> fetch(OutboundCaller caller, String refused, KeptToken seen) {
        KeptToken known = kept;
        if (known != null && known != seen && !known.access.equals(refused)) {
            return Uni.createFrom().item(known);
        }
        if (fetching == null) {
            String refresh = known == null ? null : known.refresh;
            fetching = exchange.tokens(caller, refresh).map(this::keep)
                    .onItemOrFailure().invoke((token, failure) -> fetched())
                    .memoize().indefinitely();
        }
        return fetching;
    }

    private synchronized void fetched() {
        fetching = null;
    }

    private KeptToken keep(Tokens tokens) {
        long now = time.elapsedMillis();
        Long endSeconds = tokens.getAccessTokenExpiresAt();
        long life = endSeconds == null ? UNKNOWN_LIFE_MILLIS
                : Math.max(0, endSeconds * 1000 - TimeSource.system().millis());
        String refresh = tokens.isRefreshTokenExpired() ? null : tokens.getRefreshToken();
        KeptToken token = new KeptToken(tokens.getAccessToken(), refresh, now + life,
                now + life - Math.min(EARLY_MILLIS, life / EARLY_SHARE));
        kept = token;
        return token;
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

        void close();
    }

    /**
     * A token.
     *
     * @param access the access token
     * @param refresh its refresh token, or null
     * @param endMillis time of its end
     * @param renewMillis time from which it is renewed
     */
    private record KeptToken(String access, String refresh, long endMillis, long renewMillis) {}
}
