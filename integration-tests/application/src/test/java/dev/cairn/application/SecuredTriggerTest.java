package dev.cairn.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;

import java.time.Duration;

import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.security.Authenticated;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;

/** Only callers who may start a workflow may look at its instances. */
@QuarkusTest
class SecuredTriggerTest {

    @Inject
    CairnClient cairn;

    @Workflow(name = "for-clerks")
    @HttpTrigger(path = "/clerks")
    @RolesAllowed("clerk")
    static class ForClerks {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "for-users")
    @HttpTrigger(path = "/users")
    @Authenticated
    static class ForUsers {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "inside")
    static class Inside {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Test
    void startsOnlyForThoseWhoMay() {
        given().post("/clerks").then().statusCode(401);
        as("udo", "u").post("/clerks").then().statusCode(403);
        as("clara", "c").post("/clerks").then().statusCode(200);
        given().post("/users").then().statusCode(401);
        as("udo", "u").post("/users").then().statusCode(200);
    }

    @Test
    void showsInstancesOnlyToThoseWhoMayStartThem() {
        String location = as("clara", "c").header("Prefer", "respond-async").post("/clerks").then().statusCode(202)
                .extract().header("Location");

        given().get(location).then().statusCode(401);
        as("udo", "u").get(location).then().statusCode(403);
        as("clara", "c").get(location).then().statusCode(200);
    }

    @Test
    void showsNoInstanceThatHttpCannotStart() {
        String id = cairn.start("inside", null).await().atMost(Duration.ofSeconds(20)).id();

        as("clara", "c").get("/cairn/instances/" + id).then().statusCode(404);
    }

    private static RequestSpecification as(String user, String password) {
        return given().auth().preemptive().basic(user, password);
    }
}
