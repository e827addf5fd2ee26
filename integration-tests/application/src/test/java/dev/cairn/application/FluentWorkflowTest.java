package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CallContext;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;

/** Every kind of method that a workflow in Java can refer to is called directly, with its own types. */
@QuarkusTest
class FluentWorkflowTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    record Item(String sku, int quantity, double price) {}

    record Sum(List<String> skus, double amount) {}

    @ApplicationScoped
    static class Prices {
        Uni<Sum> add(List<Item> items) {
            return Uni.createFrom().item(new Sum(items.stream().map(Item::sku).toList(),
                    items.stream().mapToDouble(item -> item.quantity() * item.price()).sum()));
        }
    }

    interface Tax {
        CompletionStage<Sum> addTax(Sum net);
    }

    @ApplicationScoped
    static class GermanTax implements Tax {
        @Override
        public CompletionStage<Sum> addTax(Sum net) {
            return CompletableFuture.completedStage(new Sum(net.skus(), net.amount() * 1.19));
        }
    }

    @Dependent
    static class Receipts {
        String print(Sum sum, CallContext context) {
            return context.workflow() + context.task() + " " + sum.skus() + " " + sum.amount();
        }
    }

    @Workflow(name = "calls")
    static class Calls {
        static Flow define() {
            return flow(
                    call("add", Prices::add).with(".items"),
                    call("tax", Tax::addTax),
                    call("round", Calls::round),
                    call("halve", (Sum sum) -> new Sum(sum.skus(), sum.amount() / 2)),
                    call("print", Receipts::print));
        }

        private static Sum round(Sum sum) {
            return new Sum(sum.skus(), Math.round(sum.amount()));
        }
    }

    @Test
    void callsBeansInterfacesStaticMethodsAndLambdas() {
        InstanceHandle instance = cairn.start("calls", new Order(List.of(new Item("A-7", 2, 10.5), new Item("B-1", 1, 4))))
                .await().atMost(LIMIT);

        assertThat(instance.created()).isTrue();
        assertThat(instance.result(String.class).await().atMost(LIMIT))
                .isEqualTo("default:calls/do/4/print [A-7, B-1] 15.0");
    }

    record Order(List<Item> items) {}
}
