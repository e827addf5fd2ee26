package dev.cairn.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Authentication of a call. */
public sealed interface Authentication {

    /** Source location. */
    SourceLocation location();

    /** The templates of the credentials, in the order they were written. */
    List<ValueTemplate> templates();

    /**
     * HTTP Basic (RFC 7617).
     *
     * @param username text or expression
     * @param password text or expression
     */
    record Basic(ValueTemplate username, ValueTemplate password, SourceLocation location) implements Authentication {

        @Override
        public List<ValueTemplate> templates() {
            return List.of(username, password);
        }
    }

    /**
     * A bearer token (RFC 6750).
     *
     * @param token text or expression
     */
    record Bearer(ValueTemplate token, SourceLocation location) implements Authentication {

        @Override
        public List<ValueTemplate> templates() {
            return List.of(token);
        }
    }

    /** The bearer token of the caller who waits for the answer of the workflow. */
    record CallerToken(SourceLocation location) implements Authentication {

        /** Code of the fault that the instances of such a workflow may have to wait before they begin. */
        public static final String CONCURRENCY_LIMIT_CODE = "CAIRN-0848";

        @Override
        public List<ValueTemplate> templates() {
            return List.of();
        }
    }

    /**
     * HTTP Digest (RFC 7616).
     *
     * @param username text or expression
     * @param password text or expression
     */
    record Digest(ValueTemplate username, ValueTemplate password, SourceLocation location) implements Authentication {

        @Override
        public List<ValueTemplate> templates() {
            return List.of(username, password);
        }
    }

    /**
     * A token of an authorization server: OAuth 2.0 (RFC 6749) or OpenID Connect.
     *
     * @param discovery true if the endpoints are read from the discovery document of the authority
     * @param authority URI, URI template or expression; null if a secret has everything
     * @param settings the other settings by name: those of a secret, or written out
     * @param secret gives the object that has the settings; null if they are written out
     */
    record OAuth2(boolean discovery, ValueTemplate authority, Map<String, ValueTemplate> settings, ValueTemplate secret,
            SourceLocation location) implements Authentication {

        public OAuth2 {
            settings = Map.copyOf(settings);
        }

        @Override
        public List<ValueTemplate> templates() {
            List<ValueTemplate> all = new ArrayList<>();
            if (secret != null) {
                all.add(secret);
            } else {
                all.add(authority);
            }
            settings.keySet().stream().sorted().forEach(name -> all.add(settings.get(name)));
            return all;
        }
    }

    /**
     * A token of an OIDC client that the configuration of the application names.
     *
     * @param client name of the client: {@code x} for {@code quarkus.oidc-client."x"}
     */
    record NamedClient(String client, SourceLocation location) implements Authentication {

        @Override
        public List<ValueTemplate> templates() {
            return List.of();
        }
    }
}
