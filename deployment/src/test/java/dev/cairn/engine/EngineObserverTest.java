package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.CompositeObservers;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.GuardedObserverDecorators;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.program.Program;
import dev.cairn.spi.StoreException;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An observer is told what happens, when it is durable, and once. */
class EngineObserverTest {

    private static final String PURE = "do: [{one: {set: \"${ 1 }\"}}]";
    private static final String CALL = "do: [{pay: {call: http, with: {method: get, endpoint: http://localhost/}}}]";
    private static final String RETRY = """
            do:
              - again:
                  try: [{pay: {call: http, with: {method: get, endpoint: http://localhost/}}}]
                  catch: {retry: {delay: {seconds: 1}, limit: {attempt: {count: 2}}}}
            """;
    private static final String LISTEN = "do: [{some: {listen: {to: {one: {with: {type: paid}}}}}}]";
    private static final String LONG_WAIT = "do: [{pause: {wait: {hours: 1}}}]";

    private final EngineFixture fixture = new EngineFixture();
    private final RecordingObserver observer = new RecordingObserver();

    @BeforeEach
    void observe() {
        fixture.options = fixture.options.with(observer);
    }

    @Test
    void anInstanceStartsEndsAndLeaves() {
        fixture.workflow(PURE).start();
        assertThat(observer.take()).containsExactly("lease 1");
        fixture.begin("{}");
        assertThat(observer.take()).containsExactly("new test:case:1.0.0", "group 1 durable",
                "became PENDING COMPLETED 0 COMPLETED", "left");
    }

    @Test
    void aCallIsObservedFromItsBeginningToItsOutcome() {
        fixture.workflow(CALL).start();
        fixture.begin("{}");
        observer.take();
        fixture.advance(50);
        fixture.answer("/do/0/pay", "1");
        assertThat(observer.take()).containsExactly("call pay HTTP COMPLETED ", "group 1 durable",
                "became RUNNING COMPLETED 50 COMPLETED", "left");
    }

    @Test
    void attemptsAndRetriesAreTold() {
        fixture.workflow(RETRY).start();
        fixture.begin("{}");
        observer.take();
        fixture.fail("/do/0/again/try/0/pay", new IllegalStateException("down"));
        assertThat(observer.take()).containsExactly("call pay HTTP FAILED IllegalStateException: down", "group 1 durable",
                "retried /do/0/again/try/0/pay 1 true", "became RUNNING WAITING 0 ");
        fixture.advance(1_000);
        assertThat(observer.take()).containsExactly("timer 0", "group 1 durable", "became WAITING RUNNING 1000 ",
                "call pay HTTP");
        fixture.fail("/do/0/again/try/0/pay", new IllegalStateException("down"));
        fixture.advance(1_000);
        fixture.fail("/do/0/again/try/0/pay", new IllegalStateException("down"));
        assertThat(observer.take()).contains("retried /do/0/again/try/0/pay 3 false", "became RUNNING FAULTED 2000 FAULTED");
    }

    @Test
    void aCancelledCallIsToldOf() {
        fixture.workflow(CALL).start();
        String id = fixture.begin("{}").instanceId();
        observer.take();
        fixture.engine.command(id, OperatorCommandKind.CANCEL).subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        assertThat(observer.take()).containsExactly("call pay HTTP CANCELLED ", "group 1 durable",
                "became RUNNING CANCELLED 0 CANCELLED", "left");
    }

    @Test
    void anInstanceThatWaitsLongLeavesAndComesBackAndItsTimerSaysHowLateItIs() {
        fixture.workflow(LONG_WAIT).start();
        fixture.begin("{}");
        assertThat(observer.take()).endsWith("became PENDING WAITING 0 ", "left");
        fixture.time.advance(3_600_000 + 250);
        fixture.advance(5_000);
        assertThat(observer.take()).contains("loaded test:case:1.0.0", "left")
                .filteredOn(line -> line.startsWith("timer")).hasSize(1).allSatisfy(
                        line -> assertThat(Long.parseLong(line.substring("timer ".length()))).isGreaterThanOrEqualTo(250));
    }

    @Test
    void anEventIsTakenOrOfferedToNobody() {
        fixture.workflow(LISTEN).start();
        fixture.begin("{}");
        observer.take();
        publish("1", "other");
        assertThat(observer.take()).containsExactly("offered 1 false");
        publish("2", "paid");
        assertThat(observer.take()).containsExactly("event 2", "group 1 durable", "became WAITING COMPLETED 0 COMPLETED",
                "left", "offered 2 true");
    }

    @Test
    void whatAnEarlierLifeLeftIsClaimed() {
        fixture.workflow(CALL).start();
        fixture.begin("{}");
        observer.take();
        fixture.start();
        assertThat(observer.take()).contains("claimed 1", "loaded test:case:1.0.0", "call pay HTTP");
    }

    @Test
    void refusalsSayWhy() {
        fixture.workflow(PURE).start();
        fixture.session.fail(new StoreException("the disk is full", false, null), false);
        observer.take();
        assertRefused();
        assertThat(observer.take()).containsExactly("new test:case:1.0.0", "group 1 failed", "left", "refused STORE");
        fixture.session.fail(null, false);
        fixture.engine.memory().hold(Long.MAX_VALUE / 4);
        fixture.engine.memory().count(0, true);
        assertRefused();
        assertThat(observer.take()).containsExactly("refused MEMORY");
        fixture.engine.memory().hold(-Long.MAX_VALUE / 4);
        fixture.engine.stop();
        assertRefused();
        assertThat(observer.take()).containsExactly("refused STOPPING");
    }

    @Test
    void aParkedInstanceIsToldOf() {
        fixture.workflow(RETRY).start();
        fixture.begin("{}");
        fixture.fail("/do/0/again/try/0/pay", new IllegalStateException("down"));
        fixture.workflow(PURE);
        observer.take();
        fixture.start();
        fixture.advance(2_000);
        assertThat(observer.take()).anySatisfy(line -> assertThat(line).startsWith("parked test:case 1.0.0"));
    }

    @Test
    void severalObserversAreToldTheSame() {
        RecordingObserver second = new RecordingObserver();
        fixture.options = fixture.options.with(EngineObserver.of(List.of(observer, second)));
        fixture.workflow(RETRY).start();
        fixture.begin("{}");
        fixture.fail("/do/0/again/try/0/pay", new IllegalStateException("down"));
        fixture.advance(1_000);
        publish("1", "other");
        assertThat(observer.take()).contains("retried /do/0/again/try/0/pay 1 true").isEqualTo(second.take());
    }

    @Test
    void anObserverThatWantsNothingOfAProgramIsLeftOut() {
        EngineObserver without = new EngineObserver() {};
        EngineObserver with = new EngineObserver() {
            private final ProgramInstancesObserver ofAll = new ProgramInstancesObserver() {};

            @Override
            public ProgramInstancesObserver program(Program program) {
                return ofAll;
            }
        };
        ProgramInstancesObserver alone = EngineObserver.of(List.of(with)).program(null);
        assertThat(alone).isNotSameAs(ProgramInstancesObserver.NONE);
        assertThat(EngineObserver.of(List.of(without, with)).program(null)).isEqualTo(alone);
        assertThat(EngineObserver.of(List.of(with, without)).program(null)).isEqualTo(alone);
        assertThat(EngineObserver.of(List.of(without, without)).program(null)).isSameAs(ProgramInstancesObserver.NONE);
    }

    @Test
    void anObserverThatWantsNothingOfAnInstanceOrACallIsLeftOut() {
        EngineObserver without = ofInstances(InstanceObserver.NONE);
        EngineObserver withoutCalls = ofInstances(new InstanceObserver() {});
        EngineObserver with = ofInstances(new InstanceObserver() {
            private final CallObserver ofAll = new CallObserver() {};

            @Override
            public CallObserver callBegins(int operation, String effectId) {
                return ofAll;
            }
        });
        InstanceObserver alone = instance(with);
        assertThat(instance(without, with)).isEqualTo(alone);
        assertThat(instance(with, without)).isEqualTo(alone);
        assertThat(instance(without, without)).isSameAs(InstanceObserver.NONE);
        assertThat(instance(withoutCalls, with).callBegins(0, "")).isEqualTo(alone.callBegins(0, ""));
        assertThat(instance(with, withoutCalls).callBegins(0, "")).isEqualTo(alone.callBegins(0, ""));
    }

    private static InstanceObserver instance(EngineObserver... observers) {
        return EngineObserver.of(List.of(observers)).program(null).instance("id", false, null);
    }

    private static EngineObserver ofInstances(InstanceObserver ofAll) {
        return new EngineObserver() {
            @Override
            public ProgramInstancesObserver program(Program program) {
                return new ProgramInstancesObserver() {
                    @Override
                    public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
                        return ofAll;
                    }
                };
            }
        };
    }

    @Test
    void anObserverThatThrowsStopsNoInstance() {
        fixture.options = fixture.options.with(EngineObserver.of(List.of(new ThrowingObserver(), observer)));
        fixture.workflow(RETRY).start();
        String id = fixture.begin("{}").instanceId();
        fixture.fail("/do/0/again/try/0/pay", new IllegalStateException("down"));
        fixture.advance(1_000);
        fixture.answer("/do/0/again/try/0/pay", "1");
        assertThat(fixture.engine.gateway().view(id).await().indefinitely().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(observer.take()).contains("retried /do/0/again/try/0/pay 1 true", "left");
    }

    @Test
    void onlyWhoNeedsASpanIsToldWithinOne() {
        List<String> told = new ArrayList<>();
        SpanStub spans = new SpanStub();
        fixture.options = fixture.options.with(EngineObserver.of(List.of(spans, new StatusStub("plain", false, spans, told),
                new StatusStub("exemplar", true, spans, told), new StatusStub("other", false, spans, told))));
        fixture.workflow(RETRY).start();
        fixture.begin("{}");
        assertThat(told).contains("plain false", "exemplar true", "other false").doesNotContain("plain true", "other true",
                "exemplar false");
    }

    private static ProgramInstancesObserver always(InstanceObserver ofInstance) {
        return new ProgramInstancesObserver() {
            @Override
            public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
                return ofInstance;
            }
        };
    }

    /** An observer that makes spans. */
    private static final class SpanStub implements EngineObserver {
        private boolean inSpan;

        @Override
        public boolean hasSpans() {
            return true;
        }

        @Override
        public ProgramInstancesObserver program(Program program) {
            InstanceObserver ofInstance = new InstanceObserver() {
                @Override
                public void within(Runnable telling) {
                    inSpan = true;
                    telling.run();
                    inSpan = false;
                }
            };
            return always(ofInstance);
        }
    }

    /** Records for each status change whether the observer is notified within a span. */
    private record StatusStub(String name, boolean needsSpan, SpanStub spans, List<String> told) implements EngineObserver {

        @Override
        public ProgramInstancesObserver program(Program program) {
            InstanceObserver ofInstance = new InstanceObserver() {
                @Override
                public void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {
                    told.add(name + " " + spans.inSpan);
                }
            };
            return always(ofInstance);
        }
    }

    /** A method that was added is not told on otherwise. */
    @ParameterizedTest
    @ValueSource(classes = { CompositeObservers.class, GuardedObserverDecorators.class })
    void observersOfObserversOverrideEverything(Class<?> observers) {
        assertThat(observers.getDeclaredClasses()).isNotEmpty();
        for (Class<?> several : observers.getDeclaredClasses()) {
            for (Method told : several.getInterfaces()[0].getMethods()) {
                if (!Modifier.isStatic(told.getModifiers())) {
                    assertThat(Arrays.stream(several.getDeclaredMethods()).map(Method::getName)).as(several.getSimpleName())
                            .contains(told.getName());
                }
            }
        }
    }

    private void assertRefused() {
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("{}", null);
        fixture.threads.runAll();
        start.assertFailedWith(CairnException.class);
    }

    private void publish(String id, String type) {
        new EngineCloudEventBus(fixture.engine)
                .publish(CloudEventBuilder.v1().withId(id).withSource(URI.create("/shop")).withType(type).build()).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
    }
}
