package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;

/** Formats and exporters find what a line says in its mapped diagnostic context, whichever thread of the application writes it. */
@QuarkusTest
class FaultFieldsTest {

    private static final Logger FAULTS = Logger.getLogger("dev.cairn.fault");

    private final BlockingQueue<Map<String, String>> fields = new LinkedBlockingQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getMessage().contains("workflow=default:torn,")) {
                fields.add(ExtLogRecord.wrap(entry).getMdcCopy());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @ApplicationScoped
    static class Torn {
        String tear(String what) {
            throw new IllegalStateException("torn");
        }
    }

    @Workflow(name = "torn")
    @HttpTrigger(path = "/torn")
    static class TornFlow {
        static Flow define() {
            return flow(call("tear", Torn::tear));
        }
    }

    @BeforeEach
    void hear() {
        FAULTS.addHandler(handler);
    }

    @AfterEach
    void hearNothing() {
        FAULTS.removeHandler(handler);
    }

    @Test
    void theLineOfAFaultHasItsFields() throws InterruptedException {
        given().contentType("application/json").body("\"paper\"").post("/torn").then().statusCode(500);
        assertThat(fields.poll(20, TimeUnit.SECONDS)).containsEntry("cairn.workflow", "default:torn")
                .containsEntry("cairn.task", "/do/0/tear");
    }
}
