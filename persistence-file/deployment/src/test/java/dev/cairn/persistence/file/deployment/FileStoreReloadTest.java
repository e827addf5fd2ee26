package dev.cairn.persistence.file.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusDevModeTest;

class FileStoreReloadTest {

    private static final int PORT = 18_231;

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(archive -> archive
            .addClass(CountingResource.class)
            .addAsResource(new StringAsset("quarkus.http.port=" + PORT + "\nquarkus.cairn.file.path=target/reloaded-"
                    + ProcessHandle.current().pid()), "application.properties"));

    @Test
    void theReloadedApplicationGoesOnWithTheSameInstances() throws IOException, InterruptedException {
        assertThat(get()).isEqualTo("1");
        assertThat(get()).isEqualTo("2");

        APPLICATION.modifySourceFile(CountingResource.class, source -> source.replace("String.valueOf(", "\"after \" + ("));

        assertThat(get()).isEqualTo("after 3");
    }

    private static String get() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + PORT + "/count")).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
