package dev.cairn.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.waitFor;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.smallrye.mutiny.Uni;

/** A resource of the application lets exceptions of Cairn go. */
@QuarkusTest
class OwnResourceTest {

    @Workflow(name = "parcels")
    static class Parcels {
        static Flow define() {
            return flow(waitFor("delivery", Duration.ofHours(1)));
        }
    }

    @Path("/parcels")
    public static class ParcelResource {

        @Inject
        CairnClient cairn;

        @POST
        @Path("{workflow}")
        public Uni<String> send(@PathParam("workflow") String workflow) {
            return cairn.start(workflow, Map.of()).map(InstanceHandle::id);
        }

        @GET
        @Path("{id}")
        public Uni<Map<?, ?>> result(@PathParam("id") String id) {
            return cairn.instance(id).result(Map.class).map(result -> (Map<?, ?>) result);
        }

        @POST
        @Path("{id}/retries")
        public Uni<Void> retry(@PathParam("id") String id) {
            return cairn.instance(id).retry();
        }

        @DELETE
        @Path("{id}")
        public Uni<Void> cancel(@PathParam("id") String id) {
            return cairn.instance(id).cancel();
        }
    }

    private static void problem(ValidatableResponse response, int status) {
        response.statusCode(status).contentType("application/problem+json").body("status", equalTo(status))
                .body(not(containsString("CAIRN-")));
    }

    @Test
    void whatIsNotThereIsNotFound() {
        problem(given().post("/parcels/none").then(), 404);
        problem(given().get("/parcels/01ARZ3NDEKTSV4RRFFQ69G5FAV").then(), 404);
    }

    @Test
    void whatAnInstanceCannotDoIsAConflict() {
        String id = given().post("/parcels/parcels").then().statusCode(200).extract().asString();
        given().delete("/parcels/" + id).then().statusCode(204);
        problem(given().get("/parcels/" + id).then(), 409);
        problem(given().delete("/parcels/" + id).then(), 409);
        // This application keeps nothing.
        problem(given().post("/parcels/" + id + "/retries").then(), 501);
    }
}
