package dev.cairn.fluent.written;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.api.CallContext;
import dev.cairn.definition.Document;
import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.MethodReference;
import dev.cairn.fluent.MethodCallTask;
import dev.cairn.fluent.written.FlowSamples.Inventory;
import dev.cairn.fluent.written.FlowSamples.Item;
import dev.cairn.fluent.written.FlowSamples.NoLambda;
import dev.cairn.fluent.written.FlowSamples.Shipping;

class MethodReferencesTest {

    private static final String OWNER = Inventory.class.getName();
    private static final String ITEM = "L" + Item.class.getName().replace('.', '/') + ";";
    private static final String CONTEXT = "Ldev/cairn/api/CallContext;";
    private static final String STRING = "Ljava/lang/String;";

    private static JavaDefinitionDocument described(MethodCallTask task) {
        return flow(task).describe(new Document("1.0.3", "test", "calls", "1.0.0", null, null), null,
                "dev/cairn/fluent/written/MethodReferencesTest.java");
    }

    private static MethodReference method(MethodCallTask task) {
        JavaDefinitionDocument source = described(task);
        assertThat(source.problems()).isEmpty();
        assertThat(source.methods()).containsOnlyKeys("/do/0/t/call");
        return source.methods().get("/do/0/t/call");
    }

    static Stream<Arguments> beanMethods() {
        return Stream.of(
                Arguments.of(call("t", Inventory::reserve), "reserve", "(" + ITEM + ")" + STRING),
                Arguments.of(call("t", Inventory::reserveWith), "reserveWith", "(" + ITEM + CONTEXT + ")" + STRING),
                Arguments.of(call("t", Inventory::onlyContext), "onlyContext", "(" + CONTEXT + ")" + STRING),
                Arguments.of(call("t", Inventory::release), "release", "(" + ITEM + ")V"),
                Arguments.of(call("t", Inventory::releaseAll), "releaseAll", "()V"),
                Arguments.of(call("t", Inventory::releaseWith), "releaseWith", "(" + ITEM + CONTEXT + ")V"),
                Arguments.of(call("t", Inventory::later), "later", "(" + ITEM + ")Ljava/util/concurrent/CompletionStage;"),
                Arguments.of(call("t", Inventory::primitive), "primitive", "(I)I"));
    }

    @ParameterizedTest
    @MethodSource("beanMethods")
    void aMethodOfABeanIsFound(MethodCallTask task, String name, String descriptor) {
        assertThat(method(task)).isEqualTo(new MethodReference(OWNER, name, descriptor, true, false, OWNER));
    }

    static Stream<Arguments> staticMethods() {
        return Stream.of(
                Arguments.of(call("t", Inventory::check), "check", "(" + ITEM + ")" + STRING),
                Arguments.of(call("t", Inventory::log), "log", "(" + ITEM + ")V"),
                Arguments.of(call("t", Inventory::now), "now", "()" + STRING),
                Arguments.of(call("t", Inventory::checkWith), "checkWith", "(" + ITEM + CONTEXT + ")" + STRING));
    }

    @ParameterizedTest
    @MethodSource("staticMethods")
    void aStaticMethodIsFound(MethodCallTask task, String name, String descriptor) {
        assertThat(method(task)).isEqualTo(new MethodReference(OWNER, name, descriptor, false, false, null));
    }

    @Test
    void theBeanIsThatOfTheClassThatWasWritten() {
        assertThat(method(call("t", Inventory::inherited)).beanClass()).isEqualTo(OWNER);
        assertThat(method(call("t", Inventory::count)).beanClass()).isEqualTo(OWNER);
    }

    @Test
    void aBeanMayBeKnownByItsInterface() {
        assertThat(method(call("t", Shipping::ship))).isEqualTo(new MethodReference(Shipping.class.getName(), "ship",
                "(" + ITEM + ")" + STRING, true, false, Shipping.class.getName()));
    }

    @Test
    void aLambdaIsAStaticMethodOfTheClassAroundIt() {
        MethodReference lambda = method(call("t", (Item item, CallContext context) -> item.sku() + context.task()));

        assertThat(lambda.owner()).isEqualTo(MethodReferencesTest.class.getName());
        assertThat(lambda.name()).startsWith("lambda$");
        assertThat(lambda.descriptor()).isEqualTo("(" + ITEM + CONTEXT + ")" + STRING);
        assertThat(lambda.instance()).isFalse();
        assertThat(lambda.synthetic()).isTrue();
        assertThat(lambda.beanClass()).isNull();
    }

    @Test
    void lambdasOfEveryShapeAreFound() {
        assertThat(method(call("t", (Item item) -> item.sku())).descriptor()).isEqualTo("(" + ITEM + ")" + STRING);
        assertThat(method(call("t", () -> 5)).descriptor()).isEqualTo("()Ljava/lang/Integer;");
        assertThat(method(call("t", (Item item) -> {})).descriptor()).isEqualTo("(" + ITEM + ")V");
        assertThat(method(call("t", () -> {})).descriptor()).isEqualTo("()V");
    }

    static Stream<Arguments> unsuitable() {
        String captured = String.valueOf(System.nanoTime());
        Inventory inventory = new Inventory();
        String handOver = "Hand it over as data of the workflow, or move the code into a method of a bean and write Bean::method.";
        return Stream.of(
                Arguments.of(call("t", (Item item) -> item.sku() + captured),
                        "CAIRN-0154: The lambda uses values from around it, which are gone when the workflow runs. Hand them over as"
                                + " data of the workflow, or move the code into a method of a bean and write Bean::method."),
                Arguments.of(call("t", inventory::reserve),
                        "CAIRN-0154: The method reserve is bound to an object, which is gone when the workflow runs. Write"
                                + " Inventory::reserve; the bean is looked up when the method is called."),
                Arguments.of(call("t", captured::concat),
                        "CAIRN-0154: The method concat is bound to an object, which is gone when the workflow runs. "
                                + handOver),
                Arguments.of(call("t", new Item("A-7")::sku),
                        "CAIRN-0154: The method sku is bound to an object, which is gone when the workflow runs. " + handOver),
                Arguments.of(call("t", Inventory::new),
                        "CAIRN-0155: A task cannot call a constructor. Write a lambda with typed parameters that calls it."),
                Arguments.of(call("t", String::trim),
                        "CAIRN-0155: String::trim would be called on a bean, and String is no class of beans. Write a lambda:"
                                + " (String value) -> value.trim()."),
                Arguments.of(call("t", (Inventory bean, Item item) -> bean.reserve(item)),
                        "CAIRN-0155: A lambda that a task calls takes one argument at the most, and after it a CallContext if it"
                                + " wants one. Call the method of a bean with Bean::method; a lambda gets no bean."),
                Arguments.of(call("t", (CallContext context, Item item) -> item.sku()),
                        "CAIRN-0155: A lambda that a task calls takes one argument at the most, and after it a CallContext if it"
                                + " wants one. Call the method of a bean with Bean::method; a lambda gets no bean."),
                Arguments.of(call("t", new NoLambda()),
                        "CAIRN-0155: An object of " + NoLambda.class.getName() + " is neither a method reference nor a lambda"
                                + ". Write a method reference such as Inventory::reserve."));
    }

    @ParameterizedTest
    @MethodSource("unsuitable")
    void whatCannotBeCalledIsToldWithWhatToWriteInstead(MethodCallTask task, String expected) {
        JavaDefinitionDocument source = described(task);

        assertThat(source.methods()).isEmpty();
        assertThat(source.faulty()).containsExactly("/do/0/t/call");
        assertThat(source.problems()).hasSize(1);
        assertThat(source.problems().get(0).toString()).startsWith("dev/cairn/fluent/written/MethodReferencesTest.java:")
                .endsWith(" (/do/0/t): " + expected);
        assertThat(source.problems().get(0).location().line()).isPositive();
    }
}
