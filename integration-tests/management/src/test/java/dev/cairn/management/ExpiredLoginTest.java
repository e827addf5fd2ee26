package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.restassured.specification.RequestSpecification;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;

/** A session ends while its page is open, in an application that authenticates each request before it is routed. */
class ExpiredLoginTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Orders.class, ExpiredSession.class))
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    /** Fails and challenges as OpenID Connect does when the tokens of a session have expired. */
    @ApplicationScoped
    public static class ExpiredSession implements HttpAuthenticationMechanism {

        @Override
        public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager manager) {
            return context.request().getCookie("session") == null ? Uni.createFrom().nullItem()
                    : Uni.createFrom().failure(new AuthenticationFailedException());
        }

        @Override
        public Uni<ChallengeData> getChallenge(RoutingContext context) {
            return Uni.createFrom().item(new ChallengeData(302, "Location", "https://login.example/"));
        }

        @Override
        public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
            return Set.of();
        }
    }

    private static RequestSpecification expired() {
        return given().redirects().follow(false).cookie("session", "expired");
    }

    @Test
    void theApiAnswersThatALoginIsMissing() {
        for (String path : new String[] { "workflows", "changes", "nothing" }) {
            expired().get("/q/cairn/api/v1/" + path).then().statusCode(401).header("Location", nullValue())
                    .contentType("application/problem+json").body("status", equalTo(401));
        }
    }

    @Test
    void theConsoleSendsToTheLogin() {
        expired().get("/q/cairn/").then().statusCode(302).header("Location", "https://login.example/");
    }
}
