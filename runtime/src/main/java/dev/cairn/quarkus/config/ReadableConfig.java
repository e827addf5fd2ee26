package dev.cairn.quarkus.config;

import java.util.List;
import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigGroup;

/** Configuration that expressions may read. */
@ConfigGroup
public interface ReadableConfig {

    /**
     * Properties that expressions may read as {@code $config["name"]}: names, or prefixes such as {@code orders.*}. Reading any other
     * property fails the build. A property that is fixed when the application is built has the value of the build; any other is read
     * when the application starts, which fails if it has none.
     */
    Optional<List<String>> allow();

    /**
     * Properties that are secrets: names, or prefixes. Their values are replaced by asterisks in answers and errors, as those of
     * {@code $secrets} are. Values that a secret key handler decrypts are secrets anyway, and so are values that refer to a secret.
     */
    Optional<List<String>> conceal();
}
