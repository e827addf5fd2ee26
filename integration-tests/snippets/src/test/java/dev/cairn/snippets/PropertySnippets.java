package dev.cairn.snippets;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

import dev.cairn.deployment.document.DocumentConfig;
import dev.cairn.integrations.a2a.config.A2aCallConfig;
import dev.cairn.integrations.grpc.config.GrpcCallConfig;
import dev.cairn.integrations.mcp.config.McpCallConfig;
import dev.cairn.integrations.mcpserver.config.McpServerConfig;
import dev.cairn.integrations.messaging.config.MessagingBuildConfig;
import dev.cairn.integrations.messaging.config.MessagingConfig;
import dev.cairn.management.access.ManagementBuildConfig;
import dev.cairn.management.console.ConsoleBuildConfig;
import dev.cairn.management.endpoint.ManagementRuntimeConfig;
import dev.cairn.persistence.file.FileStoreConfig;
import dev.cairn.persistence.jpa.JpaStoreBuildConfig;
import dev.cairn.persistence.jpa.JpaStoreConfig;
import dev.cairn.persistence.redis.RedisStoreBuildConfig;
import dev.cairn.persistence.redis.RedisStoreConfig;
import dev.cairn.quarkus.config.CairnBuildConfig;
import dev.cairn.quarkus.config.CairnConfig;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

/** Configuration: keys of Cairn have to be there and their values to fit; of others only what is listed here may be named. */
final class PropertySnippets {

    /** All that can be configured. */
    static final List<Class<?>> MAPPINGS = List.of(CairnConfig.class, CairnBuildConfig.class, ManagementBuildConfig.class,
            ConsoleBuildConfig.class, ManagementRuntimeConfig.class, FileStoreConfig.class,
            RedisStoreConfig.class, RedisStoreBuildConfig.class, JpaStoreConfig.class, JpaStoreBuildConfig.class,
            MessagingConfig.class, MessagingBuildConfig.class, DocumentConfig.class, GrpcCallConfig.class,
            McpCallConfig.class, McpServerConfig.class, A2aCallConfig.class);

    /** Keys of Quarkus, which are not checked any further. */
    private static final Set<String> OF_QUARKUS = Set.of("mp.messaging.incoming.orders.connector",
            "mp.messaging.incoming.orders.topic", "mp.messaging.outgoing.shipped.connector",
            "mp.messaging.outgoing.shipped.topic", "quarkus.redis.hosts", "quarkus.grpc.clients.stock.host",
            "quarkus.grpc.clients.stock.ssl.trust-store", "quarkus.flyway.migrate-at-start",
            "quarkus.management.enabled", "service.url", "service.pause", "quarkus.management.auth.basic",
            "quarkus.flyway.locations", "quarkus.http.auth.permission.agents.paths",
            "quarkus.http.auth.permission.agents.policy", "quarkus.hibernate-orm.workflows.datasource",
            "quarkus.hibernate-orm.workflows.packages",
            "quarkus.oidc-client.shop.auth-server-url", "quarkus.oidc-client.shop.client-id",
            "quarkus.oidc-client.shop.credentials.jwt.key-file", "quarkus.tls.internal.trust-store.pem.certs",
            "quarkus.tls.internal.key-store.pem.0.cert", "quarkus.tls.internal.key-store.pem.0.key",
            "quarkus.proxy.company.host", "quarkus.proxy.company.port", "quarkus.proxy.company.non-proxy-hosts",
            "quarkus.log.console.format", "quarkus.datasource.workflows.db-kind", "quarkus.datasource.workflows.jdbc.url",
            "quarkus.datasource.jdbc.additional-jdbc-properties.loginTimeout");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{\\w+}");
    private static final Pattern PROFILE = Pattern.compile("^%[\\w,-]+\\.");
    /** Stands for what the surroundings give: 32 bytes in base64, since keys are what pages take from there. */
    private static final String GIVEN = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    private PropertySnippets() {}

    static List<String> faults(Block block) {
        List<String> faults = new ArrayList<>();
        Map<String, String> ofCairn = new HashMap<>();
        properties(block).forEach((name, value) -> {
            String key = PROFILE.matcher(name.toString()).replaceFirst("");
            if (key.startsWith("quarkus.cairn.")) {
                ofCairn.put(key, PLACEHOLDER.matcher(value.toString()).replaceAll(GIVEN));
            } else if (!OF_QUARKUS.contains(key)) {
                faults.add(block.place() + ": " + key + " is no key of Cairn, and none that the test knows of Quarkus");
            }
        });
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder().addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(ofCairn, block.place(), 100));
        MAPPINGS.forEach(builder::withMapping);
        try {
            builder.build();
        } catch (ConfigValidationException wrong) {
            for (int i = 0; i < wrong.getProblemCount(); i++) {
                faults.add(block.place() + ": " + wrong.getProblem(i).getMessage());
            }
        }
        return faults;
    }

    private static Properties properties(Block block) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(block.text()));
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + block.place(), e);
        }
    }
}
