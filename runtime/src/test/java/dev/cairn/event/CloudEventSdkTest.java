package dev.cairn.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonCodec;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.validator.CloudEventValidator;

/** Threads that build the first events of an application at the same time all get theirs. */
class CloudEventSdkTest {

    private static final int THREADS = 2;

    @TempDir
    Path directory;

    @Test
    void theFirstEventsCanBeBuiltAtTheSameTime() throws Exception {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        ClassLoader application = new ApplicationLoader(services -> new MeetingThreads(services, together));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Callable<Object> build = () -> {
                Thread.currentThread().setContextClassLoader(application);
                return event(application);
            };
            for (Future<Object> built : threads.invokeAll(Collections.nCopies(THREADS, build))) {
                assertThat(built.get()).isNotNull();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(together.isBroken()).as("one thread has loaded the providers while the other waited").isTrue();
    }

    /** The event by which the SDK is prepared is none of the application's. */
    @Test
    void anApplicationWithAValidatorOfItsOwnCanUseEvents() throws Exception {
        ClassLoader application = new ApplicationLoader(services -> Collections.enumeration(List.of(validator())));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(application);
        try {
            assertThat(event(application)).isNotNull();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URL validator() {
        try {
            return Files.writeString(directory.resolve("services"), TypeValidator.class.getName()).toUri().toURL();
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static Object event(ClassLoader application) throws ReflectiveOperationException {
        return application.loadClass(CloudEventConverter.class.getName())
                .getMethod("of", JsonNode.class)
                .invoke(null, JsonCodec.read("{\"id\": \"1\", \"source\": \"/s\", \"type\": \"t\"}"));
    }

    /** Refuses events of other types than the application's. */
    public static final class TypeValidator implements CloudEventValidator {

        @Override
        public void validate(CloudEvent event) {
            if (!event.getType().equals("t")) {
                throw new IllegalStateException("not of this application: " + event.getType());
            }
        }
    }

    /** A thread that asks for more waits for another thread, for a second. */
    private static final class MeetingThreads implements Enumeration<URL> {

        private final Enumeration<URL> services;
        private final CyclicBarrier together;

        MeetingThreads(Enumeration<URL> services, CyclicBarrier together) {
            this.services = services;
            this.together = together;
        }

        @Override
        public boolean hasMoreElements() {
            boolean more = services.hasMoreElements();
            try {
                together.await(1, TimeUnit.SECONDS);
            } catch (BrokenBarrierException | TimeoutException | InterruptedException expected) {
                // No other thread loads providers.
            }
            return more;
        }

        @Override
        public URL nextElement() {
            return services.nextElement();
        }
    }

    /** Has classes of its own for events, as an application that has just begun. */
    private static final class ApplicationLoader extends ClassLoader {

        private final UnaryOperator<Enumeration<URL>> validators;

        private ApplicationLoader(UnaryOperator<Enumeration<URL>> validators) {
            super(CloudEventSdkTest.class.getClassLoader());
            this.validators = validators;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            Enumeration<URL> found = super.getResources(name);
            return name.endsWith("/" + CloudEventValidator.class.getName()) ? validators.apply(found) : found;
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
