package dev.cairn.deployment.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.Index;
import org.jboss.jandex.MethodInfo;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.effect.function.FunctionMetadata.Parameter;
import dev.cairn.effect.function.FunctionThreadKind;
import io.quarkus.deployment.pkg.builditem.CompiledJavaVersionBuildItem;
import io.smallrye.mutiny.Uni;

/** Methods that a bean has inherited from generic classes and interfaces: their types are those that the bean gives them. */
class InheritedTypesTest {

    private static final String HERE = InheritedTypesTest.class.getName() + "$";

    private static Index index;

    @BeforeAll
    static void indexClasses() throws IOException {
        index = Index.of(Object.class, Item.class, Page.class, Store.class, Lookup.class, Middle.class, Items.class, Raw.class,
                Generic.class, Hidden.class, Open.class, Later.class, Soon.class);
    }

    record Item(String sku) {}

    record Page<T>(List<T> items, int number) {}

    abstract static class Store<T, K> {
        T one(T item) {
            return item;
        }

        List<T> list(Map<K, List<? extends T>> items, T[] more, T[][] most, List<? super T> sink) {
            return null;
        }

        Uni<Page<T>> page(K key) {
            return null;
        }

        T overridden(T item) {
            return item;
        }

        <T> void own(T any) {}
    }

    interface Lookup<V> {
        default V find(V like) {
            return like;
        }
    }

    abstract static class Middle<A> extends Store<List<A>, String> implements Lookup<Page<A>> {}

    static class Items extends Middle<Item> {
        @Override
        List<Item> overridden(List<Item> item) {
            return item;
        }
    }

    @SuppressWarnings("rawtypes")
    static class Raw extends Store {}

    static class Generic<T> extends Store<T, String> {}

    /** A class that is not public. The Java compiler gives a public subclass bridges to the public methods of such a class. */
    abstract static class Hidden<T> {
        public T echo(T item) {
            return item;
        }
    }

    public static class Open extends Hidden<Item> {}

    abstract static class Later<R> {
        R come() {
            return null;
        }
    }

    static class Soon extends Later<Uni<Item>> {}

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "Items; one; java.util.List<HERE_Item>; java.util.List<HERE_Item>",
            "Items; overridden; java.util.List<HERE_Item>; java.util.List<HERE_Item>",
            "Items; page; java.lang.String; HERE_Page<java.util.List<HERE_Item>>",
            "Items; find; HERE_Page<HERE_Item>; HERE_Page<HERE_Item>",
            "Open; echo; HERE_Item; HERE_Item",
            "Soon; come; ; HERE_Item",
            "Raw; one; java.lang.Object; java.lang.Object",
    })
    void areThoseOfTheBean(String bean, String method, String parameters, String result) {
        ProblemCollector problems = new ProblemCollector();
        InspectedFunction inspected = inspect(bean, method, problems);

        assertThat(problems.all()).isEmpty();
        assertThat(inspected.parameters()).extracting(Parameter::type)
                .containsExactlyElementsOf(parameters == null ? List.of() : List.of(named(parameters)));
        assertThat(inspected.resultType()).isEqualTo(named(result));
        assertThat(inspected.function().receiver().name()).hasToString(HERE + bean);
    }

    @Test
    void areFoundAtAnyDepth() {
        class Arrays extends Store<Item, Integer> {}
        ProblemCollector problems = new ProblemCollector();
        InspectedFunction inspected = inspect(indexed(Arrays.class), Arrays.class.getName(), "list", problems);

        assertThat(problems.all()).isEmpty();
        assertThat(inspected.parameters()).extracting(Parameter::type).containsExactly(
                named("java.util.Map<java.lang.Integer,java.util.List<HERE_Item>>"), "[L" + named("HERE_Item;"),
                "[[L" + named("HERE_Item;"), named("java.util.List<HERE_Item>"));
        assertThat(inspected.resultType()).isEqualTo(named("java.util.List<HERE_Item>"));
    }

    @Test
    void aResultThatComesLaterIsKnownAsOne() {
        assertThat(inspect("Soon", "come", new ProblemCollector()).thread()).isEqualTo(FunctionThreadKind.EVENT_LOOP);
    }

    /** A type variable has no type if the bean does not bind it, or if the method declares its own. */
    @ParameterizedTest
    @CsvSource({ "Generic, one", "Items, own" })
    void areRefusedWhereTheyAreNotKnown(String bean, String method) {
        ProblemCollector problems = new ProblemCollector();
        inspect(bean, method, problems);

        assertThat(problems.all()).isNotEmpty().extracting(Problem::message)
                .allMatch(message -> message.contains("#" + method));
    }

    private static String named(String types) {
        return types.replace("HERE_", HERE);
    }

    private static Index indexed(Class<?> more) {
        try {
            return Index.of(Object.class, Item.class, Store.class, more);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static InspectedFunction inspect(String bean, String method, ProblemCollector problems) {
        return inspect(index, HERE + bean, method, problems);
    }

    /** As a definition refers to it. */
    private static InspectedFunction inspect(Index index, String bean, String name, ProblemCollector problems) {
        MethodInfo method = lineage(index, index.getClassByName(bean)).flatMap(type -> type.methods().stream())
                .filter(candidate -> candidate.name().equals(name)).findFirst().orElseThrow();
        MethodReference reference = new MethodReference(bean, name, method.descriptor(), true, false, bean);
        ThreadRules rules = new ThreadRules(index, CompiledJavaVersionBuildItem.unknown().getJavaVersion(), problems);
        FunctionFinder finder = new FunctionFinder(index, new MethodInspector(index, rules, problems), problems);
        finder.addReferenced(new CallTarget.Method(reference, null, null));
        return finder.functions().all().iterator().next();
    }

    private static Stream<ClassInfo> lineage(Index index, ClassInfo type) {
        return type == null ? Stream.empty()
                : Stream.concat(Stream.concat(Stream.of(type), type.superName() == null ? Stream.empty()
                        : lineage(index, index.getClassByName(type.superName()))),
                        type.interfaceNames().stream().flatMap(name -> lineage(index, index.getClassByName(name))));
    }
}
