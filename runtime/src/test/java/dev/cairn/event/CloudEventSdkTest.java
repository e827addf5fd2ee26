package dev.cairn.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonCodec;

/** Threads that build the first events of an application at the same time all get theirs. */
class CloudEventSdkTest {

    private static final int APPLICATIONS = 200;
    private static final int THREADS = 4;

    @Test
    void theFirstEventsCanBeBuiltAtTheSameTime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (int i = 0; i < APPLICATIONS; i++) {
                ClassLoader application = new ApplicationLoader();
                CyclicBarrier together = new CyclicBarrier(THREADS);
                List<Callable<Object>> builds = IntStream.range(0, THREADS).<Callable<Object>>mapToObj(thread -> () -> {
                    Thread.currentThread().setContextClassLoader(application);
                    together.await();
                    return event(application);
                }).toList();
                for (Future<Object> build : threads.invokeAll(builds)) {
                    assertThat(build.get()).isNotNull();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Object event(ClassLoader application) throws ReflectiveOperationException {
        return application.loadClass(CloudEventConverter.class.getName())
                .getMethod("of", JsonNode.class)
                .invoke(null, JsonCodec.read("{\"id\": \"1\", \"source\": \"/s\", \"type\": \"t\"}"));
    }

    /** Has classes of its own for events, as an application that has just begun. */
    private static final class ApplicationLoader extends ClassLoader {

        private ApplicationLoader() {
            super(CloudEventSdkTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.cloudevents.") && !name.startsWith("dev.cairn.event.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
