package dev.cairn.management;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.AccessRules;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.CallerAuthenticator;
import dev.cairn.management.access.ForbiddenPage;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.AnswerWriter;
import io.quarkus.security.AuthenticationCompletionException;
import io.quarkus.security.AuthenticationException;
import io.quarkus.security.AuthenticationRedirectException;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticator;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Lets those see a page who may see at least one workflow. Others are asked to log in, in the way that the application authenticates people:
 * a redirect to a login page is among the ways, unlike for programs that ask the API.
 */
@Singleton
public final class PageAccessGuard {

    private final AccessRules rules;

    PageAccessGuard(AccessRules rules) {
        this.rules = rules;
    }

    /**
     * Runs an action if the caller may see workflows, otherwise answers the request.
     *
     * @param onAdmitted runs on the event loop of the request
     */
    public void admit(RoutingContext routing, Runnable onAdmitted) {
        Context context = routing.vertx().getOrCreateContext();
        CallerAuthenticator.of(routing).map(rules::of).subscribe().with(
                access -> context.runOnContext(any -> decide(routing, access, onAdmitted)),
                failure -> context.runOnContext(any -> refuse(routing, failure)));
    }

    /** The failures that a login has in several steps, as Quarkus answers them for other pages. */
    private static void refuse(RoutingContext routing, Throwable failure) {
        HttpServerResponse response = routing.response().putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        if (failure instanceof AuthenticationRedirectException redirect) {
            response.setStatusCode(redirect.getCode()).putHeader(HttpHeaders.LOCATION, redirect.getRedirectUri()).end();
        } else if (failure instanceof AuthenticationCompletionException) {
            // Without a challenge: it would begin the login again and again.
            response.setStatusCode(Status.UNAUTHORIZED.getStatusCode()).end();
        } else if (failure instanceof AuthenticationException) {
            challenge(routing);
        } else {
            routing.fail(failure);
        }
    }

    private static void decide(RoutingContext routing, CallerAccess access, Runnable onAdmitted) {
        if (access.mayAnywhere(ManagementPermission.VIEW)) {
            onAdmitted.run();
        } else if (access.isAnonymous()) {
            challenge(routing);
        } else if (ForbiddenPage.isWanted(routing)) {
            ForbiddenPage.send(routing, access.principal(), ManagementPermission.VIEW);
        } else {
            new AnswerWriter(routing, "")
                    .problem(ProblemDetails.of(Status.FORBIDDEN, "This needs a role that you do not have."));
        }
    }

    private static void challenge(RoutingContext routing) {
        HttpAuthenticator authenticator = routing.get(HttpAuthenticator.class.getName());
        routing.response().putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        if (authenticator == null) {
            routing.response().setStatusCode(Status.UNAUTHORIZED.getStatusCode()).end();
            return;
        }
        authenticator.sendChallenge(routing).subscribe().with(sent -> {
            if (!routing.response().ended()) {
                routing.response().end();
            }
        }, routing::fail);
    }
}
