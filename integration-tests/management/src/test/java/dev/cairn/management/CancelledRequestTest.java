package dev.cairn.management;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.smallrye.mutiny.Uni;

/** A request that only reads ends with its connection. */
class CancelledRequestTest {

    private static final String PATH = "/q/cairn/api/v1/workflows";
    private static final long PATIENCE_SECONDS = 20;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(StuckClient.class));

    @TestHTTPResource(PATH)
    URI workflows;

    /** Its counts never come. */
    static class StuckClient {

        static final CountDownLatch ASKED = new CountDownLatch(1);
        static final CountDownLatch CANCELLED = new CountDownLatch(1);

        @Produces
        @Singleton
        @Alternative
        @Priority(1)
        CairnClient client() {
            return (CairnClient) Proxy.newProxyInstance(CairnClient.class.getClassLoader(),
                    new Class<?>[] { CairnClient.class }, (proxy, method, arguments) -> {
                        assertThat(method.getName()).isEqualTo("counts");
                        return Uni.createFrom().emitter(emitter -> {
                            emitter.onTermination(CANCELLED::countDown);
                            ASKED.countDown();
                        });
                    });
        }
    }

    @Test
    void aClientThatLeavesCancelsItsRequest() throws Exception {
        try (Socket client = new Socket(workflows.getHost(), workflows.getPort())) {
            client.getOutputStream().write(("GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(UTF_8));
            assertThat(StuckClient.ASKED.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(StuckClient.CANCELLED.getCount()).isEqualTo(1);
        }

        assertThat(StuckClient.CANCELLED.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
}
