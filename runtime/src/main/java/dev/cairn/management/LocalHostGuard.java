package dev.cairn.management;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.http.ProblemDetails;
import io.vertx.core.Handler;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;

/**
 * Answers requests only if they name this machine. In dev mode everybody who reaches the port may do everything, and the browser of the developer
 * does: a page of another site could change what the name of that site resolves to (DNS rebinding), and its requests would come here. They
 * still have the name of the site. The Dev UI of Quarkus has the same rule.
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
     * @param hosts names and regular expressions of hosts that requests may name as well; null if they may name any: then the same handler
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
                    + ": In dev mode this is for the machine that the application runs on [host=" + host
                    + "]. Ask localhost, add the name to quarkus.dev-ui.hosts, or set quarkus.cairn.management.roles.")
                    .with("code", TextNode.valueOf(CODE)));
        }
    }
}
