package dev.cairn.fluent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.cairn.definition.Document;
import dev.cairn.definition.Problem;
import dev.cairn.fluent.source.SerializableFunctions.Function1;

/** A null in a fluent definition is a mistake of the definition. It throws nothing. */
class NullArgumentTest {

    private static final Document DOCUMENT = new Document("1.0.3", "test", "nulls", "1.0.0", null, null);

    /** Objects of the fluent form by their classes, made by calls with good arguments. */
    private final Map<Class<?>, Object> made = new HashMap<>();
    private final List<String> failures = new ArrayList<>();

    @Test
    void noMethodThrowsForANull() {
        made.put(FlowErrorHandler.class, Flows.onError());
        Arrays.stream(Flows.class.getMethods()).filter(method -> Modifier.isStatic(method.getModifiers()))
                .forEach(method -> check(null, method));
        List<Class<?>> seen = new ArrayList<>();
        while (seen.size() < made.size()) {
            List<Class<?>> types = made.keySet().stream().filter(type -> !seen.contains(type)).toList();
            seen.addAll(types);
            types.forEach(type -> methods(type).forEach(method -> check(made.get(type), method)));
        }

        assertThat(seen).contains(Flow.class, OpenApiCallTask.class, GrpcCallTask.class, Credentials.TokenRequest.class);
        assertThat(failures).isEmpty();
    }

    @Test
    void aNullAmongTextsIsAMistake() {
        assertThat(Flows.flow(Flows.http("a", "GET", "https://a.example.com")
                .authentication(Flows.oauth2("https://id.example.com", "client_credentials").scopes("a", null)))
                .describe(DOCUMENT, null, "A.java").problems()).extracting(Problem::message)
                .containsExactly("\"scopes\" is null");
        assertThat(Flows.flow(Flows.openApi("a", Flows.resource("a.yaml"), "b").serverVariable(null, "a"))
                .describe(DOCUMENT, null, "A.java").problems()).extracting(Problem::message)
                .containsExactly("\"variables\" is null or without a name");
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> method.getDeclaringClass().getName().startsWith("dev.cairn")
                && !Modifier.isStatic(method.getModifiers()) && !method.getName().equals("describe")
                && !method.getName().equals("equals"));
    }

    /** Calls a method with good arguments, and then with a null in the place of each, and of an element of each array. */
    private void check(Object receiver, Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] good = Arrays.stream(types).map(this::value).toArray();
        keep(call(receiver, method, good));
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive()) {
                continue;
            }
            Object[] arguments = good.clone();
            arguments[i] = null;
            call(receiver, method, arguments);
            if (types[i].isArray()) {
                arguments[i] = Array.newInstance(types[i].getComponentType(), 2);
                Array.set(arguments[i], 0, value(types[i].getComponentType()));
                call(receiver, method, arguments);
            }
        }
    }

    private void keep(Object result) {
        if (result != null && result.getClass().getPackageName().equals(Flow.class.getPackageName())) {
            made.putIfAbsent(result.getClass(), result);
        }
    }

    private Object call(Object receiver, Method method, Object[] arguments) {
        try {
            Object result = method.invoke(receiver, arguments);
            Flow flow = result instanceof FlowTask<?> task ? Flows.flow(task) : result instanceof Flow whole ? whole : null;
            if (flow != null) {
                flow.describe(DOCUMENT, null, "A.java");
            }
            return result;
        } catch (InvocationTargetException | RuntimeException | IllegalAccessException failure) {
            failures.add(method + " with " + Arrays.deepToString(arguments) + ": "
                    + (failure.getCause() == null ? failure : failure.getCause()));
            return null;
        }
    }

    /** A good value, or null if none is made yet. */
    private Object value(Class<?> type) {
        if (type == String.class || type == Object.class || type == CharSequence.class) {
            return "a";
        } else if (type == int.class || type == long.class || type == double.class) {
            return 1;
        } else if (type == boolean.class) {
            return true;
        } else if (type == Duration.class) {
            return Duration.ofSeconds(1);
        } else if (type == Map.class) {
            return Map.of("a", "b");
        } else if (type == List.class) {
            return List.of("a");
        } else if (type == Function1.class) {
            return (Function1<String, String>) String::trim;
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            Array.set(array, 0, value(type.getComponentType()));
            return array;
        }
        return made.entrySet().stream().filter(entry -> type.isAssignableFrom(entry.getKey())).map(Map.Entry::getValue)
                .findFirst().orElse(null);
    }
}
