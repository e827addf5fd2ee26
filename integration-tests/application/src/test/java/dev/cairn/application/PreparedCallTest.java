package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;

/** The first call does not wait until Jackson knows the types of the method. */
@QuarkusTest
class PreparedCallTest {

    @JsonDeserialize(using = ParcelReader.class)
    record Parcel(String id) {}

    static class ParcelReader extends StdDeserializer<Parcel> {
        static final CountDownLatch MADE = new CountDownLatch(1);

        ParcelReader() {
            super(Parcel.class);
            MADE.countDown();
        }

        @Override
        public Parcel deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return new Parcel(parser.readValueAsTree().toString());
        }
    }

    @Singleton
    static class Desk {
        static volatile boolean made;

        Desk() {
            made = true;
        }

        public Parcel send(Parcel parcel) {
            return parcel;
        }
    }

    @Workflow(name = "sending")
    static class Sending {
        static Flow define() {
            return flow(call("send", Desk::send).with("."));
        }
    }

    @Test
    void typesAreKnownBeforeTheFirstCallAndBeansAreNotMadeForIt() throws InterruptedException {
        assertThat(ParcelReader.MADE.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Desk.made).isFalse();
    }
}
