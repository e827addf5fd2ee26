package dev.cairn.management;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.http.ProblemDetails;
import dev.cairn.management.request.AnswerWriter;
import io.vertx.core.Handler;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;

/**
 * Answers only requests whose host is this machine. In dev mode everyone who reaches the port may do everything, and so may the
 * browser of the developer. A page of another site could change the address that its site name resolves to (DNS rebinding). Its
 * requests would then come here, but still with the name of the site. The Dev UI of Quarkus has the same rule.
 */
public final class LocalHostGuard implements Handler<RoutingContext> {

    private static final String CODE = "CAIRN-0797";
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "::1", "[::1]");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9.:\\[\\]-]+");

    private final Handler<RoutingContext> next;
    private final Set<String> names = new HashSet<>(LOCAL);
    private final List<Pattern> patterns;

    private LocalHostGuard(Handler<RoutingContext> next, List<String> more) {
        this.next = next;
        more.stream().filter(name -> PLAIN_NAME.matcher(name).matches()).map(name -> name.toLowerCase(Locale.ROOT))
                .forEach(names::add);
        this.patterns = more.stream().filter(name -> !PLAIN_NAME.matcher(name).matches()).map(Pattern::compile).toList();
    }

    /**
     * Guards a handler.
     *
     * @param hosts names and regular expressions of further hosts that requests may name; null if they may name any: then the
     *        handler is returned unchanged
     */
    public static Handler<RoutingContext> of(Handler<RoutingContext> handler, List<String> hosts) {
        return hosts == null ? handler : new LocalHostGuard(handler, hosts);
    }

    @Override
    public void handle(RoutingContext routing) {
        HostAndPort named = routing.request().authority();
        String host = named == null ? "" : named.host().toLowerCase(Locale.ROOT);
        if (names.contains(host) || patterns.stream().anyMatch(pattern -> pattern.matcher(host).matches())) {
            next.handle(routing);
        } else {
            new AnswerWriter(routing, "").problem(ProblemDetails.of(Status.FORBIDDEN, CODE
                    + ": Request refused [host=" + host
                    + "]: in dev mode only requests to the machine of the application are answered."
                    + " Use localhost, add the host to quarkus.dev-ui.hosts, or set quarkus.cairn.management.roles.")
                    .with("code", TextNode.valueOf(CODE)));
        }
    }
}
