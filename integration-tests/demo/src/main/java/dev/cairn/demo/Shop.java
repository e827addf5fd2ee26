package dev.cairn.demo;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What can be set up from outside: where the risk service is, and how things go wrong. */
@ConfigMapping(prefix = "shop")
public interface Shop {

    /** The risk service. */
    Risk risk();

    /** The payment gateway. */
    Payment payment();

    /** See {@link Shop#risk()}. */
    interface Risk {

        /** Where it is; if absent, the stub inside this application. */
        Optional<URI> uri();

        /** How long the stub takes to answer. */
        @WithDefault("50ms")
        Duration delay();

        /** How many requests of each order the stub refuses with 503 before it answers. */
        @WithDefault("0")
        int failures();
    }

    /** See {@link Shop#payment()}. */
    interface Payment {

        /** How many attempts to charge each order fail before one succeeds. */
        @WithDefault("1")
        int failures();
    }
}
