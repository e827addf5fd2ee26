package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.executor.JournalEvent;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.spi.Node;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class EnginePureWorkTest {

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void longPureWorkIsMovedToAWorker() {
        fixture.workflow("""
                do:
                  - loop:
                      for: {each: i, in: "[range(0; 200000)]"}
                      do:
                        - add: {set: "${ . + $i }"}
                """).start();
        int before = fixture.threads.workers();
        UniAssertSubscriber<DurableStartResult> start = fixture.begin("0", null);
        assertThat(fixture.threads.workers()).isEqualTo(before + 1);
        fixture.threads.runAll();
        assertThat(fixture.output(start.assertCompleted().getItem().instanceId())).isEqualTo("19999900000");
        int after = fixture.threads.workers();
        assertThat(after).as("in slices").isGreaterThan(before + 10);
        fixture.begin("0", null);
        assertThat(fixture.threads.workers()).isEqualTo(after + 1);
    }

    @Test
    void anExpressionThatNeverEndsIsAnErrorNotAStuckThread() {
        fixture.options = new EngineOptions(new ClusterOptions(new Node("node", "1"), 10_000),
                MemoryOptions.shared(10_000, 0, 0), PureWorkOptions.slices(1_000, 100_000),
                new RetentionOptions(1_000, 1_000, RetentionRules.NONE), JournalEncodingOptions.DEFAULTS,
                InstanceRunOptions.stopping(100));
        fixture.workflow("do: [{endless: {set: {n: \"${ [limit(1; repeat(.) | select(false))] }\"}}}]").start();
        JournalEvent.Ended ended = fixture.outcome(fixture.begin("{}").instanceId()).assertCompleted().getItem();
        assertThat(ended.error().type()).endsWith("/expression");
        assertThat(ended.error().detail()).contains("100000 steps");
    }

    @Test
    void aMillionTurnsWithAnsweredCallsDoNotGrowTheStack() {
        fixture.workflow("""
                do:
                  - loop:
                      for: {each: i, in: "[range(0; 100000)]"}
                      do:
                        - ask: {call: ping}
                """);
        fixture.functions.put("ping", call -> Uni.createFrom().item(IntNode.valueOf(1)));
        fixture.start(new ForgetfulStore());
        assertThat(fixture.begin("{}").created()).isTrue();
        assertThat(fixture.calls).hasSize(100_000);
    }
}
