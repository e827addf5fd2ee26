package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.nullValue;

import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.security.AuthenticationCompletionException;
import io.quarkus.security.AuthenticationRedirectException;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;

/** A browser that opens the console is sent to the login page of the application; programs that ask the API are not. */
class ConsoleLoginTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Orders.class, LoginPage.class))
            .overrideConfigKey("quarkus.http.auth.proactive", "false")
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    /** Logs in in several steps, as OpenID Connect does. */
    @ApplicationScoped
    public static class LoginPage implements HttpAuthenticationMechanism {

        @Override
        public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager manager) {
            if (context.request().getParam("code") != null) {
                return Uni.createFrom().failure(new AuthenticationRedirectException("/q/cairn/"));
            }
            return context.request().getParam("state") != null
                    ? Uni.createFrom().failure(new AuthenticationCompletionException())
                    : Uni.createFrom().nullItem();
        }

        @Override
        public Uni<ChallengeData> getChallenge(RoutingContext context) {
            return Uni.createFrom().item(new ChallengeData(302, "Location", "/login"));
        }

        @Override
        public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
            return Set.of();
        }
    }

    @Test
    void sendsBrowsersToTheLogin() {
        given().redirects().follow(false).get("/q/cairn/").then().statusCode(302).header("Location", "/login")
                .header("Cache-Control", "no-store");
        given().get("/q/cairn/api/v1/workflows").then().statusCode(401).header("Location", nullValue());
    }

    @Test
    void followsTheStepsOfALogin() {
        given().redirects().follow(false).get("/q/cairn/?code=1").then().statusCode(302).header("Location", "/q/cairn/");
        given().redirects().follow(false).get("/q/cairn/?state=2").then().statusCode(401).header("Location", nullValue());
    }
}
