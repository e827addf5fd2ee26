package dev.cairn.management.access;

import java.util.Locale;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Tells a person who is logged in which permission is missing. Without styles and scripts, so that its policy permits nothing. */
public final class ForbiddenPage {

    private static final String POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>No permission · Cairn</title>
            </head>
            <body>
            <main>
            <h1>You may not open this page</h1>
            <p>You are logged in as <strong>%1$s</strong>. This page needs the permission <code>%2$s</code>,
            and none of your roles has it for any workflow.</p>
            <p>An administrator of the application can give it to you: <code>quarkus.cairn.management.roles.%2$s</code>
            names the roles that have it.</p>
            <p>To log in as somebody else, log out of the application, then open this page again. If your browser asked you
            for the password, open this page in a private window, or close all windows of the browser first.</p>
            </main>
            </body>
            </html>
            """;

    private ForbiddenPage() {}

    /** True if the client is a browser that shows the answer to a person. */
    public static boolean isWanted(RoutingContext routing) {
        return routing.parsedHeaders().accept().stream().anyMatch(type -> type.value().equalsIgnoreCase("text/html"));
    }

    /** Answers with 403. On the event loop of the request. */
    public static void send(RoutingContext routing, String principal, ManagementPermission missing) {
        String page = PAGE.formatted(escape(principal), missing.name().toLowerCase(Locale.ROOT));
        HttpServerResponse response = routing.response().setStatusCode(403)
                .putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("Content-Security-Policy", POLICY)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "no-referrer");
        if (routing.request().method() == HttpMethod.HEAD) {
            response.end();
        } else {
            response.end(page);
        }
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
