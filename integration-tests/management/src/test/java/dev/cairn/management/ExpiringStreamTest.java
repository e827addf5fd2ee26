package dev.cairn.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

import jakarta.inject.Singleton;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.management.EventStream.Event;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.SecurityIdentityAugmentor;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.smallrye.mutiny.Uni;

/** A stream ends when the credentials of its client expire. It is on the management interface as well. */
class ExpiringStreamTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(ShortLivedIdentity.class, EventStream.class)
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: waiting, version: 1.0.0}
                            do: [{pause: {wait: {hours: 1}}}]
                            """), "workflows/waiting.yaml"))
            .overrideConfigKey("quarkus.management.enabled", "true")
            .overrideRuntimeConfigKey("quarkus.management.test-port", "0")
            .overrideConfigKey("quarkus.management.auth.enabled", "true")
            .overrideConfigKey("quarkus.management.auth.basic", "true")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.vera", "v")
            .overrideConfigKey("quarkus.security.users.embedded.roles.vera", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer");

    @TestHTTPResource(value = "/cairn/api/v1/changes", management = true)
    URI changes;

    /** Acts as an extension that knows when a token expires. */
    @Singleton
    static class ShortLivedIdentity implements SecurityIdentityAugmentor {

        @Override
        public Uni<SecurityIdentity> augment(SecurityIdentity identity, AuthenticationRequestContext context) {
            return Uni.createFrom().item(QuarkusSecurityIdentity.builder(identity)
                    .addAttribute("quarkus.identity.expire-time", Instant.now().getEpochSecond() + 1).build());
        }
    }

    @Test
    void aStreamEndsWithTheCredentialsOfItsClient() {
        String credentials = Base64.getEncoder().encodeToString("vera:v".getBytes(StandardCharsets.US_ASCII));
        try (EventStream stream = EventStream.open(changes, "Authorization", "Basic " + credentials)) {
            assertThat(stream.status()).isEqualTo(200);
            List<Event> events = stream.rest();
            assertThat(events).extracting(Event::name).containsExactly("closed");
            assertThat(events.get(0).text("reason")).isEqualTo("expired");
        }
    }
}
