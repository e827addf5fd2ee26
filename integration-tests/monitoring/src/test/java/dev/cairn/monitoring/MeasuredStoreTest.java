package dev.cairn.monitoring;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import org.junit.jupiter.api.Test;

/** Measured stores forward every method: an inherited default would bypass the implementation of the store. */
class MeasuredStoreTest {

    @Test
    void everyMethodOfAStoreIsForwarded() throws ClassNotFoundException {
        assertForwards("MeasuredStore");
        assertForwards("MeasuredNodeMessages");
    }

    private static void assertForwards(String name) throws ClassNotFoundException {
        Class<?> measured = Class.forName("dev.cairn.quarkus.metrics." + name);
        for (Method method : measured.getInterfaces()[0].getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                assertThatCode(() -> measured.getDeclaredMethod(method.getName(), method.getParameterTypes())).as(name)
                        .doesNotThrowAnyException();
            }
        }
    }
}
