package dev.cairn.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.hamcrest.Matchers.equalTo;

import java.time.Duration;
import java.util.UUID;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.demo.greeting.Greeter.Person;
import dev.cairn.demo.greeting.Reception;
import dev.cairn.demo.greeting.Reception.Welcome;
import io.quarkus.test.junit.QuarkusTest;

/** The example of the page "Getting started". */
@Tag("any-jdk")
@QuarkusTest
class GreetingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    Reception reception;

    @Test
    void greetsByHttp() {
        Orders.json("{\"name\": \"Ada\"}").post("/greetings").then().statusCode(200).body("text", equalTo("Hello, Ada"));
    }

    @Test
    void greetsByCode() {
        assertThat(reception.receive(new Person("Ada"), UUID.randomUUID().toString()).await().atMost(PATIENCE))
                .isEqualTo(new Welcome("Hello, Ada"));
    }

    @Test
    void greetsAVisitorOnceAVisit() {
        String visit = UUID.randomUUID().toString();

        reception.receive(new Person("Ada"), visit).await().atMost(PATIENCE);

        assertThat(reception.receive(new Person("Ada"), visit).await().atMost(PATIENCE))
                .isEqualTo(new Welcome("Hello, Ada"));
        assertThatExceptionOfType(CairnException.class)
                .isThrownBy(() -> reception.receive(new Person("Grace"), visit).await().atMost(PATIENCE))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(CairnException.Reason.KEY_REUSED));
    }
}
