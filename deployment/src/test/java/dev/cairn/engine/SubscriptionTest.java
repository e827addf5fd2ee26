package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.definition.asyncapi.AsyncApiChannel;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.value.JsonCodec;

/** AsyncAPI calls: a message is published once for each attempt, and a subscription consumes messages durably. */
class SubscriptionTest {

    private static final String TYPE = AsyncApiChannel.eventType("shop", "orders");
    private static final long MINUTE = 60_000;

    private int sent;

    @Test
    void publishesWithTheKeyOfTheEffectAndGivesItsInput() {
        EngineFixture fixture = new EngineFixture().workflow("""
                do:
                  - place:
                      call: asyncapi
                      with:
                        document: {endpoint: 'classpath:asyncapi/shop.yaml'}
                        operation: placeOrder
                        message: {payload: {id: "${ .id }"}, headers: {tenant: t-1}}
                """).start();

        String id = fixture.begin("{\"id\": \"o-1\"}").instanceId();
        EffectCall call = fixture.calls.get(0);
        assertThat(call.arguments()).isEqualTo(JsonCodec.read("""
                {"call": "asyncapi", "with": {"document": "shop", "channel": "orders", "payload": {"id": "o-1"},
                 "headers": {"tenant": "t-1"}}}"""));
        assertThat(call.idempotencyKey()).isEqualTo(id + ":/do/0/place");
        fixture.answer("/do/0/place", "null");

        assertThat(fixture.output(id)).isEqualTo("{\"id\":\"o-1\"}");
    }

    @Test
    void makesTheSameCallAgainAfterACrash() {
        EngineFixture fixture = new EngineFixture().workflow("""
                do:
                  - place:
                      call: asyncapi
                      with:
                        document: {endpoint: 'classpath:asyncapi/shop.yaml'}
                        operation: placeOrder
                        message: {payload: {id: a}}
                """).start();
        fixture.begin("{}");

        fixture.start();

        assertThat(fixture.keys()).hasSize(2);
        assertThat(fixture.keys().get(1)).isEqualTo(fixture.keys().get(0));
    }

    @Test
    void consumesAnAmountThatPassesTheFilter() {
        EngineFixture fixture = subscribing("filter: .payload.n > 1, consume: {amount: 2}");
        String id = fixture.begin("{}").instanceId();

        send(fixture, 1, 2, 3, 4);

        assertThat(fixture.output(id)).isEqualTo("[2,3]");
    }

    @Test
    void consumesWhileAConditionHoldsAfterEachMessage() {
        EngineFixture fixture = subscribing("consume: {while: 'length < 3'}");
        String id = fixture.begin("{}").instanceId();

        send(fixture, 1, 2);
        fixture.outcome(id).assertNotTerminated();
        send(fixture, 3, 4);

        assertThat(fixture.output(id)).isEqualTo("[1,2,3]");
    }

    @Test
    void asksUntilBeforeEachMessage() {
        EngineFixture fixture = subscribing("consume: {until: 'length == $input.wanted'}");
        String none = fixture.begin("{\"wanted\": 0}").instanceId();
        String two = fixture.begin("{\"wanted\": 2}").instanceId();

        assertThat(fixture.output(none)).isEqualTo("[]");
        send(fixture, 1, 2);

        assertThat(fixture.output(two)).isEqualTo("[1,2]");
    }

    @Test
    void endsWithItsPeriodAndGivesTheMessagesSoFar() {
        EngineFixture fixture = subscribing("consume: {while: '${ true }', for: PT30M}");
        String id = fixture.begin("{}").instanceId();

        send(fixture, 1);
        fixture.advance(29 * MINUTE);
        send(fixture, 2);
        fixture.outcome(id).assertNotTerminated();
        fixture.advance(MINUTE);

        assertThat(fixture.output(id)).isEqualTo("[1,2]");
    }

    @Test
    void remembersItsPeriodAndItsMessagesAfterACrash() {
        EngineFixture fixture = subscribing("consume: {amount: 3, for: PT30M}");
        String id = fixture.begin("{}").instanceId();
        send(fixture, 1);
        fixture.advance(20 * MINUTE);

        fixture.start();
        send(fixture, 2);
        fixture.advance(10 * MINUTE);

        assertThat(fixture.output(id)).isEqualTo("[1,2]");
    }

    @Test
    void aTimeoutOfTheTaskIsStillAnError() {
        EngineFixture fixture = new EngineFixture()
                .workflow(workflow("consume: {amount: 3, for: PT30M}", "timeout: {after: PT10M}"))
                .start();
        String id = fixture.begin("{}").instanceId();

        fixture.advance(10 * MINUTE);

        assertThat(fixture.outcome(id).assertCompleted().getItem().error().status()).isEqualTo(408);
    }

    @Test
    void worksForEachMessageInOrderAndCompletesTheWorkAfterThePeriod() {
        EngineFixture fixture = subscribing("""
                consume: {amount: 3, for: PT30M}, foreach: {item: message, at: number, do: [
                  {act: {call: ask, with: {question: "${ $message.payload.n + $number }"}}}]}""", "");
        String id = fixture.begin("{}").instanceId();

        send(fixture, 7, 8);
        assertThat(fixture.calls).hasSize(1);
        fixture.advance(40 * MINUTE);
        assertThat(fixture.calls.get(0).arguments()).hasToString("[7]");
        String work = fixture.calls.get(0).task();
        assertThat(work).isEqualTo("/do/0/take/with/subscription/foreach/do/0/act");
        fixture.answer(work, "\"first\"");
        fixture.answer(work, "\"second\"");

        assertThat(fixture.output(id)).isEqualTo("[\"first\",\"second\"]");
    }

    private EngineFixture subscribing(String subscription) {
        return subscribing(subscription, "output: {as: 'map(.payload.n)'}");
    }

    private static EngineFixture subscribing(String subscription, String more) {
        return new EngineFixture().workflow(workflow(subscription, more)).start();
    }

    private static String workflow(String subscription, String more) {
        return """
                do:
                  - take:
                      call: asyncapi
                      with:
                        document: {endpoint: 'classpath:asyncapi/shop.yaml'}
                        channel: orders
                        subscription: {%s}
                      %s
                """.formatted(subscription, more);
    }

    private void send(EngineFixture fixture, int... numbers) {
        for (int number : numbers) {
            sent++;
            fixture.engine.events().publish(JsonCodec.read("""
                    {"specversion": "1.0", "id": "%d", "source": "/test", "type": "%s",
                     "data": {"payload": {"n": %d}, "headers": {}}}""".formatted(sent, TYPE, number))).subscribe()
                    .with(done -> {});
            fixture.threads.runAll();
        }
    }
}
