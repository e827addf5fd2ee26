package dev.cairn.deployment.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.microprofile.config.ConfigProvider;

import dev.cairn.compiler.config.ConfigCatalog;
import dev.cairn.quarkus.config.ReadableConfig;
import io.quarkus.deployment.builditem.ConfigurationBuildItem;

/** Finds the configuration that expressions may read, and the values that are fixed by now. */
final class ReadableConfigFinder {

    private ReadableConfigFinder() {}

    static ConfigCatalog find(ReadableConfig readable, ConfigurationBuildItem configuration) {
        List<String> allowed = readable.allow().orElse(List.of());
        if (allowed.isEmpty()) {
            return ConfigCatalog.NONE;
        }
        Map<String, String> fixed = new LinkedHashMap<>();
        configuration.getReadResult().getAllBuildTimeValues().forEach((name, value) -> {
            if (value.getValue() != null) {
                fixed.put(name, value.getValue());
            }
        });
        List<String> known = new ArrayList<>();
        ConfigProvider.getConfig().getPropertyNames().forEach(known::add);
        return new ConfigCatalog(allowed, known, fixed);
    }
}
