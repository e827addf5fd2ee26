package dev.cairn.compiler;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.outbound.EndpointTargetAnalysis;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;

/**
 * Compiles authentications into a part of the arguments of a call, for any kind of call. {@code dev.cairn.spi.outbound.OutboundAuthenticator}
 * reads the result.
 */
final class AuthenticationCompiler {

    /** Name among the integrations of an application that can get tokens. */
    static final String TOKENS = "oauth2";

    private final CompilerContext context;

    AuthenticationCompiler(CompilerContext context) {
        this.context = context;
    }

    /**
     * The authentication: {@code {username, password}}, {@code {token}}, {@code {digest: {username, password}}},
     * {@code {caller: true}}, {@code {client}} or {@code {oauth2: {discovery, dynamic, settings}}}.
     */
    Expression compile(Authentication authentication) {
        if (authentication instanceof Authentication.Basic basic) {
            return pair(basic.username(), basic.password());
        } else if (authentication instanceof Authentication.Bearer bearer) {
            return Expression.object(Map.of("token", expression(bearer.token())));
        } else if (authentication instanceof Authentication.CallerToken) {
            checkConcurrency(authentication);
            return Expression.object(Map.of("caller", flag(true)));
        } else if (authentication instanceof Authentication.Digest digest) {
            return Expression.object(Map.of("digest", pair(digest.username(), digest.password())));
        } else if (authentication instanceof Authentication.NamedClient named) {
            checkExtension(authentication);
            return Expression.object(Map.of("client", Expression.literal(TextNode.valueOf(named.client()))));
        } else if (authentication instanceof Authentication.OAuth2 oauth2) {
            checkExtension(authentication);
            return Expression.object(Map.of("oauth2", oauth2(oauth2)));
        }
        throw new IllegalArgumentException("No compiler for " + authentication);
    }

    private Expression pair(ValueTemplate username, ValueTemplate password) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("username", expression(username));
        parts.put("password", expression(password));
        return Expression.object(parts);
    }

    private Expression oauth2(Authentication.OAuth2 oauth2) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("discovery", flag(oauth2.discovery()));
        if (oauth2.secret() != null) {
            parts.put("dynamic", flag(false));
            parts.put("settings", expression(oauth2.secret()));
            return Expression.object(parts);
        }
        Map<String, Expression> settings = new LinkedHashMap<>();
        Expression authority = new EndpointUriCompiler(context).compile(oauth2.authority());
        ValueTemplate endpoint = oauth2.settings().get("token-endpoint");
        settings.put("authority", authority);
        oauth2.settings().keySet().stream().sorted()
                .forEach(name -> settings.put(name, expression(oauth2.settings().get(name))));
        boolean dynamic = EndpointTargetAnalysis.isDynamic(new Expression.Binary(BinaryOperator.ADD, authority,
                Expression.literal(TextNode.valueOf("/"))))
                // A path below the authority, or a URI.
                || endpoint != null && EndpointTargetAnalysis.isDynamicReference(settings.get("token-endpoint"));
        parts.put("dynamic", flag(dynamic));
        parts.put("settings", Expression.object(settings));
        return Expression.object(parts);
    }

    private void checkConcurrency(Authentication authentication) {
        if (context.definition().metadata().instances().concurrency() > 0) {
            context.problems().error(Authentication.CallerToken.CONCURRENCY_LIMIT_CODE, authentication.location(),
                    "The workflow passes on the token of its caller and has a concurrency limit: an instance may have to wait before it"
                            + " begins, on any node, and the token is never stored.",
                    "Remove the limit (metadata.cairn.concurrency), or use a token of the application: oauth2 with"
                            + " client_credentials.");
        }
    }

    private void checkExtension(Authentication authentication) {
        if (!context.catalogs().integrations().contains(TOKENS)) {
            context.problems().error(CompilerErrorCodes.NO_TOKENS, authentication.location(),
                    "The application has no extension that gets tokens for \"oauth2\" and \"oidc\".",
                    "Add quarkus-oidc-client: quarkus extension add quarkus-oidc-client,"
                            + " or mvn quarkus:add-extension -Dextensions=quarkus-oidc-client");
        }
    }

    private Expression expression(ValueTemplate template) {
        return context.expressions().expression(template);
    }

    private static Expression flag(boolean value) {
        return Expression.literal(BooleanNode.valueOf(value));
    }
}
