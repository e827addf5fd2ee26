package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import org.jboss.resteasy.reactive.ClientWebApplicationException;
import org.jboss.resteasy.reactive.PartType;
import org.jboss.resteasy.reactive.RestForm;
import org.jboss.resteasy.reactive.multipart.FileUpload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowFunction;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** A workflow sees the answer that is an error, and sends bodies in other forms than JSON. */
@QuarkusTest
class CallErrorTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @TestHTTPResource
    String base;

    @Path("/unsteady")
    public static class Unsteady {

        static final List<Long> CALLED_NANOS = new CopyOnWriteArrayList<>();

        @POST
        @Path("reservations")
        public Response reserve() {
            return Response.status(409).header("X-Reason", "stock").type(MediaType.APPLICATION_JSON)
                    .entity(Map.of("code", "sold-out", "left", 0)).build();
        }

        @GET
        @Path("limited")
        public Response limited() {
            CALLED_NANOS.add(System.nanoTime());
            return CALLED_NANOS.size() == 1 ? Response.status(429).header("Retry-After", "1").build()
                    : Response.ok(Map.of("calls", CALLED_NANOS.size())).type(MediaType.APPLICATION_JSON).build();
        }

        @POST
        @Path("files")
        public Map<String, String> upload(@RestForm String title,
                @RestForm @PartType(MediaType.APPLICATION_JSON) Map<String, Integer> meta, @RestForm FileUpload file)
                throws IOException {
            return Map.of("title", title, "pages", "" + meta.get("pages"), "name", file.fileName(), "type", file.contentType(),
                    "bytes", HexFormat.of().formatHex(Files.readAllBytes(file.uploadedFile())));
        }

        @GET
        @Path("small")
        public String small() {
            return "x".repeat(1024);
        }

        @GET
        @Path("large")
        public String large() {
            return "x".repeat(1025);
        }

        @GET
        @Path("echo")
        public Map<String, String> echo(@QueryParam("name") String name, @QueryParam("key") String key,
                @QueryParam("application") String application) {
            return Map.of("name", name, "key", key, "application", application);
        }
    }

    @ApplicationScoped
    static class Shelf {

        @WorkflowFunction
        String findBook(String title) {
            Response missing = Response.status(404).header("X-Reason", "lent").build();
            if (title.equals("by a client")) {
                throw new ClientWebApplicationException("Nothing at /books", missing);
            }
            throw new NotFoundException("No book", missing);
        }
    }

    @Test
    void theAnswerIsReadInCatch() {
        JsonNode output = run("sold-out", Map.of("base", base));

        assertThat(output).hasToString("{\"left\":0,\"reason\":\"stock\"}");
    }

    @Test
    void aRetryWaitsAsLongAsTheAnswerAsksFor() {
        JsonNode output = run("waiting-out", Map.of("base", base));

        assertThat(output.get("calls").intValue()).isEqualTo(2);
        assertThat(Duration.ofNanos(Unsteady.CALLED_NANOS.get(1) - Unsteady.CALLED_NANOS.get(0)))
                .isGreaterThanOrEqualTo(Duration.ofMillis(990));
    }

    @ParameterizedTest
    @ValueSource(strings = { "uploading", "uploading-by-document" })
    void partsAreSent(String workflow) {
        JsonNode output = run(workflow, Map.of("base", base, "title", "Invoice ü", "pdf", "AP8K"));

        assertThat(output.get("title").textValue()).isEqualTo("Invoice ü");
        assertThat(output.get("pages").textValue()).isEqualTo("2");
        assertThat(output.get("name").textValue()).isEqualTo("invoice.pdf");
        assertThat(output.get("type").textValue()).isEqualTo("application/pdf");
        assertThat(output.get("bytes").textValue()).isEqualTo("00ff0a");
    }

    @Test
    void aTaskHasLimitsOfItsOwn() {
        assertThat(run("hurrying", Map.of("base", base, "size", "small")).textValue()).hasSize(1024);
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> run("hurrying", Map.of("base", base, "size", "large")))
                .satisfies(failure -> assertThat(failure.error().detail()).endsWith("with more than 1024 bytes"));
    }

    @Test
    void anExceptionThatCarriesAStatusIsCaughtByIt() {
        assertThat(run("missing-book", Map.of("title", "by a client"))).hasToString("{\"title\":\"HTTP status 404 Not Found\","
                + "\"detail\":\"ClientWebApplicationException: Nothing at /books\",\"reason\":\"lent\"}");
        assertThat(run("missing-book", Map.of("title", "other")).get("detail").textValue())
                .isEqualTo("NotFoundException: No book");
    }

    private JsonNode run(String workflow, Map<String, ?> input) {
        return cairn.start(workflow, input).chain(instance -> instance.result()).await().atMost(LIMIT);
    }
}
