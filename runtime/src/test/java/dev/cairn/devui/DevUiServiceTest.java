package dev.cairn.devui;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.quarkus.runtime.annotations.JsonRpcDescription;

/** Each method has a description for assistants. */
class DevUiServiceTest {

    static Stream<Method> tools() {
        return Stream.of(DevUiService.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(JsonRpcDescription.class));
    }

    /** Quarkus 3.32 takes the description of a parameter for that of its method, if both have one. */
    @ParameterizedTest
    @MethodSource("tools")
    void onlyMethodsAreDescribed(Method tool) {
        for (Parameter parameter : tool.getParameters()) {
            assertThat(parameter.isAnnotationPresent(JsonRpcDescription.class)).as(parameter.toString()).isFalse();
        }
        boolean names = tool.getAnnotation(JsonRpcDescription.class).value().contains("Parameter");
        assertThat(names).as("names its parameters").isEqualTo(tool.getParameterCount() > 0);
    }
}
