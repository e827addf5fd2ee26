package dev.cairn.quarkus.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import org.junit.jupiter.api.Test;

import io.quarkus.oidc.common.OidcRequestContextProperties;
import io.quarkus.oidc.common.OidcRequestFilter.OidcRequestFilterContext;
import io.smallrye.mutiny.Uni;

/** The exchange of a client admits its hosts: a client of Cairn without its exchange sends nothing. */
class TokenRequestFilterTest {

    private final TokenRequestFilter filter = new TokenRequestFilter();

    @Test
    void aClientThatIsClosedSendsNothing() {
        assertThatThrownBy(() -> request(TokenRequestFilter.OWN + "1").await().indefinitely())
                .hasMessageContaining("is closed");
    }

    @Test
    void otherClientsAreLeftAlone() {
        assertThat(request("shop").await().indefinitely()).isNull();
        assertThat(request("1").await().indefinitely()).isNull();
        assertThat(filter.filter(new OidcRequestFilterContext(null, null, null)).await().indefinitely()).isNull();
    }

    private Uni<Void> request(String client) {
        return filter.filter(new OidcRequestFilterContext(null, null,
                new OidcRequestContextProperties(Map.of("client-id", client))));
    }
}
