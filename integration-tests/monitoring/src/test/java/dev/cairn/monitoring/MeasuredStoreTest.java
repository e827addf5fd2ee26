package dev.cairn.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

/** What is measured of a store hands on everything: a method that it inherits would leave out what the store does there. */
class MeasuredStoreTest {

    @Test
    void everyMethodOfAStoreIsHandedOn() throws ClassNotFoundException {
        assertHandsOn("MeasuredStore");
        assertHandsOn("MeasuredMessages");
    }

    private static void assertHandsOn(String name) throws ClassNotFoundException {
        Class<?> measured = Class.forName("dev.cairn.runtime.metrics." + name);
        for (Method method : measured.getInterfaces()[0].getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                assertThat(Arrays.stream(measured.getDeclaredMethods()).map(Method::getName)).as(name)
                        .contains(method.getName());
            }
        }
    }
}
