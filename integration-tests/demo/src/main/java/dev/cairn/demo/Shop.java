package dev.cairn.demo;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings from outside: the URI of the risk service, and planted failures. */
@ConfigMapping(prefix = "shop")
public interface Shop {

    /** The risk service. */
    Risk risk();

    /** The payment gateway. */
    Payment payment();

    /** See {@link Shop#risk()}. */
    interface Risk {

        /** URI of the service; if absent, the stub inside this application. */
        Optional<URI> uri();

        /** Time that the stub takes to answer. */
        @WithDefault("50ms")
        Duration delay();

        /** Number of requests of each order that the stub refuses with 503 before it answers. */
        @WithDefault("0")
        int failures();
    }

    /** See {@link Shop#payment()}. */
    interface Payment {

        /** Number of attempts to charge each order that fail before one succeeds. */
        @WithDefault("1")
        int failures();
    }
}
