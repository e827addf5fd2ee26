package dev.cairn.management.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.CaughtErrorView;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.api.TaskRun;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.operation.InstanceDetails;
import dev.cairn.management.access.AccessRules;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementBuildConfig;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.BoundedPayloadWriter;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

/** Permissions decide which parts of an instance are shown, in cases that are hard to produce in an application. */
class InstanceJsonTest {

    private static final String SECRET = "not for everybody";

    @Test
    void hidesValuesInWhatWentWrong() {
        WorkflowError error = new WorkflowError("urn:test:wrong", 500, "Wrong: " + SECRET, "it was " + SECRET,
                "/orders/" + SECRET);
        InstanceView view = new InstanceView("01", "shop:orders", "1.0.0", InstanceStatus.SUSPENDED, Instant.EPOCH,
                Instant.EPOCH,
                TextNode.valueOf(SECRET), error, null, Map.of("cairn.parent", "00", "city", "Bern"), null, true, "00", null,
                null);
        InstanceDetails details = new InstanceDetails(view, null, 3, TextNode.valueOf(SECRET), List.of(),
                "the program expects a call, but the journal has " + SECRET + "x".repeat(10_000));

        ObjectNode viewer = InstanceJson.details(details, caller("viewer"), Optional.empty());
        assertThat(viewer.toString()).doesNotContain(SECRET);
        assertThat(viewer.path("misfit").textValue()).isNotEmpty();
        assertThat(viewer.at("/error/type").textValue()).isEqualTo("urn:test:wrong");
        assertThat(viewer.at("/error/status").intValue()).isEqualTo(500);
        assertThat(viewer.path("parked").booleanValue()).isTrue();
        assertThat(viewer.path("parent").textValue()).isEqualTo("00");
        assertThat(viewer.path("attributes").toString()).isEqualTo("{\"city\":\"Bern\"}");

        ObjectNode reader = InstanceJson.details(details, caller("reader"), Optional.empty());
        assertThat(reader.path("misfit").textValue()).contains(SECRET).hasSizeLessThan(2_100);
        assertThat(reader.at("/error/detail").textValue()).contains(SECRET);
        assertThat(reader.at("/error/title").textValue()).contains(SECRET);
        assertThat(reader.at("/error/instance").textValue()).contains(SECRET);
        assertThat(reader.path("input").textValue()).isEqualTo(SECRET);
    }

    @Test
    void hidesWhatATryCaught() {
        CaughtErrorView caught = new CaughtErrorView("problem", TextNode.valueOf(SECRET));
        TaskRun run = new TaskRun("/do/0/careful", "careful", "try", 1, TaskRun.Status.RUNNING, Instant.EPOCH, null, null, null,
                null, 1, List.of(), null, null, 2, 0, caught, List.of());

        ObjectNode viewer = task(run, caller("viewer"));
        assertThat(viewer.toString()).doesNotContain(SECRET);
        assertThat(viewer.path("caught")).hasToString("{\"as\":\"problem\"}");
        assertThat(task(run, caller("reader")).at("/caught/value").textValue()).isEqualTo(SECRET);
    }

    private static ObjectNode task(TaskRun run, CallerAccess caller) {
        return InstanceJson.task(run, caller, new BoundedPayloadWriter(caller), "shop:orders");
    }

    @Test
    void leadsToTheTraceOfAnInstance() {
        InstanceDetails details = completed("4bf92f3577b34da6a3ce929d0e0e4736");
        Optional<String> traceUrl = Optional.of(traceUrl("https://jaeger.example.com/trace/{traceId}?uiFind=cairn"));

        assertThat(InstanceJson.details(details, caller("viewer"), traceUrl).path("traceUrl").textValue())
                .isEqualTo("https://jaeger.example.com/trace/4bf92f3577b34da6a3ce929d0e0e4736?uiFind=cairn");
        assertThat(InstanceJson.details(details, caller("viewer"), Optional.empty()).has("traceUrl")).isFalse();
        assertThat(InstanceJson.details(completed(null), caller("viewer"), traceUrl).has("traceUrl")).isFalse();
    }

    private static InstanceDetails completed(String traceId) {
        InstanceView view = new InstanceView("01", "shop:orders", "1.0.0", InstanceStatus.COMPLETED, Instant.EPOCH,
                Instant.EPOCH, null, null, null, Map.of(), null, false, null, null, traceId);
        return new InstanceDetails(view, null, 3, null, List.of(), null);
    }

    @ParameterizedTest
    @ValueSource(strings = { "javascript:alert('{traceId}')", "https://jaeger.example.com/trace/", "/trace/{traceId}" })
    void refusesAnAddressThatLeadsToNoTrace(String address) {
        assertThatThrownBy(() -> traceUrl(address)).isInstanceOf(ConfigValidationException.class)
                .hasMessageContaining("quarkus.cairn.management.trace-url").hasMessageContaining(address);
    }

    private static String traceUrl(String address) {
        return new SmallRyeConfigBuilder().withMapping(ManagementRuntimeConfig.class)
                .withSources(new PropertiesConfigSource(Map.of("quarkus.cairn.management.trace-url", address), "test", 100))
                .build().getConfigMapping(ManagementRuntimeConfig.class).traceUrl().orElseThrow();
    }

    @Test
    void permitsNothingInProductionUnlessSomethingSaysSo() {
        AccessRules rules = new AccessRules(config(Map.of()), LaunchMode.NORMAL);

        for (ManagementPermission permission : ManagementPermission.values()) {
            assertThat(rules.of(identity("viewer")).mayAnywhere(permission)).isFalse();
            assertThat(rules.of(identity("viewer")).may(permission, "shop:orders")).isFalse();
            assertThat(rules.of(null).may(permission, "shop:orders")).isFalse();
        }
        assertThat(new AccessRules(config(Map.of()), LaunchMode.TEST).of(null).may(ManagementPermission.PAYLOAD, "shop:orders"))
                .isTrue();
    }

    @Test
    void permissionsIncludeThatToSee() {
        AccessRules rules = new AccessRules(config(Map.of("roles.operate", "operator", "roles.payload", "**",
                "workflow.payroll.roles.view", "hr", "workflow.\"shop:payroll\".roles.view", "shopkeeper")), LaunchMode.NORMAL);

        assertThat(rules.of(identity("operator")).may(ManagementPermission.VIEW, "shop:orders")).isTrue();
        assertThat(rules.of(identity("anything")).may(ManagementPermission.VIEW, "shop:orders")).isTrue();
        assertThat(rules.of(identity("anything")).may(ManagementPermission.OPERATE, "shop:orders")).isFalse();
        assertThat(rules.of(identity("operator")).may(ManagementPermission.OPERATE, "any:payroll")).isFalse();
        assertThat(rules.of(identity("operator")).may(ManagementPermission.VIEW, "any:payroll")).isFalse();
        assertThat(rules.of(identity("hr")).may(ManagementPermission.VIEW, "any:payroll")).isTrue();
        assertThat(rules.of(identity("hr")).may(ManagementPermission.PAYLOAD, "any:payroll")).isFalse();
        assertThat(rules.of(identity("hr")).may(ManagementPermission.VIEW, "shop:payroll")).isFalse();
        assertThat(rules.of(identity("shopkeeper")).may(ManagementPermission.VIEW, "shop:payroll")).isTrue();
        assertThat(
                rules.of(QuarkusSecurityIdentity.builder().setAnonymous(true).build()).mayAnywhere(ManagementPermission.VIEW))
                .isFalse();
    }

    private static CallerAccess caller(String role) {
        return new AccessRules(config(Map.of("roles.view", "viewer", "roles.payload", "reader")), LaunchMode.NORMAL)
                .of(identity(role));
    }

    private static QuarkusSecurityIdentity identity(String role) {
        return QuarkusSecurityIdentity.builder().setPrincipal(new QuarkusPrincipal(role)).addRole(role).build();
    }

    private static ManagementBuildConfig config(Map<String, String> settings) {
        SmallRyeConfigBuilder config = new SmallRyeConfigBuilder().withMapping(ManagementBuildConfig.class);
        settings.forEach((name, value) -> config
                .withSources(new PropertiesConfigSource(Map.of("quarkus.cairn.management." + name, value), name, 100)));
        return config.build().getConfigMapping(ManagementBuildConfig.class);
    }
}
