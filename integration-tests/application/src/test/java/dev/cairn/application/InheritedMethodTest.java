package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CallContext;
import dev.cairn.api.Workflow;
import dev.cairn.application.inherited.Heir;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;

/** A bean may have inherited what a workflow calls from a class of another package. */
@QuarkusTest
public class InheritedMethodTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    public record Order(String sku) {}

    public abstract static class Ancestor {

        protected abstract String name();

        protected String reserve(Order order) {
            return name() + " reserves " + order.sku();
        }

        public String confirm(String sku) {
            return name() + " confirms " + sku;
        }
    }

    @Workflow(name = "protected")
    static class CallsProtected {
        static Flow define() {
            return flow(call("reserve", Heir::reserve));
        }
    }

    @Workflow(name = "public")
    static class CallsPublic {
        static Flow define() {
            return flow(call("confirm", Heir::confirm).inputFrom(".sku"));
        }
    }

    /** Not public, so that the Java compiler gives a public heir bridges. */
    abstract static class Shelf<T> {

        public List<T> sorted(List<T> items, CallContext context) {
            return items.stream().sorted(Comparator.comparing(Object::toString)).toList();
        }

        public Uni<T> last(T[] items) {
            return Uni.createFrom().item(items[items.length - 1]);
        }
    }

    interface Labels<V> {
        default String label(V value) {
            return value.getClass().getSimpleName() + " " + value;
        }
    }

    @ApplicationScoped
    public static class OrderShelf extends Shelf<Order> implements Labels<Order> {}

    @Workflow(name = "shelf")
    static class CallsGeneric {
        static Flow define() {
            return flow(call("sorted", OrderShelf::sorted), call("last", OrderShelf::last), call("label", OrderShelf::label));
        }
    }

    @Test
    void whatAGenericClassSaysIsConvertedToTheTypesOfTheBean() {
        assertThat(cairn.start("shelf", List.of(new Order("B-2"), new Order("A-7")))
                .chain(instance -> instance.result(String.class)).await().atMost(LIMIT)).isEqualTo("Order Order[sku=B-2]");
    }

    @ParameterizedTest
    @ValueSource(strings = { "protected", "public" })
    void isCalledOnTheBean(String workflow) {
        assertThat(
                cairn.start(workflow, new Order("A-7")).chain(instance -> instance.result(String.class)).await().atMost(LIMIT))
                .isEqualTo(workflow.equals("protected") ? "heir reserves A-7" : "heir confirms A-7");
    }
}
