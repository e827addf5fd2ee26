package dev.cairn.deployment.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.definition.Document;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.management.access.ManagementBuildConfig;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

/** The build checks the permissions of the management API. */
class AccessConfigurationCheckTest {

    private static final String PREFIX = "quarkus.cairn.management.";
    private static final Map<String, String> ROLES = Map.of("roles.view", "viewer");
    private static final Map<String, String> OWN_ROLES = Map.of("workflow.\"shop:orders\".roles.operate", "operator");
    private static final Map<String, String> PERMIT_ALL = Map.of("permit-all", "true");

    @Test
    void productionNeedsADecision() {
        assertThat(codes(LaunchMode.NORMAL, true, true, Map.of())).containsExactly("CAIRN-0740");
        assertThat(codes(LaunchMode.NORMAL, true, true, ROLES)).isEmpty();
        assertThat(codes(LaunchMode.NORMAL, true, true, OWN_ROLES)).isEmpty();
        assertThat(codes(LaunchMode.NORMAL, false, false, PERMIT_ALL)).isEmpty();
        assertThat(codes(LaunchMode.DEVELOPMENT, false, false, Map.of())).isEmpty();
        assertThat(codes(LaunchMode.TEST, false, false, Map.of())).isEmpty();
    }

    @Test
    void productionNeedsOneDecision() {
        Map<String, String> both = Map.of("roles.view", "viewer", "permit-all", "true");

        assertThat(codes(LaunchMode.NORMAL, true, true, both)).containsExactly("CAIRN-0741");
        assertThat(codes(LaunchMode.DEVELOPMENT, true, true, both)).isEmpty();
    }

    @Test
    void rolesNeedAuthentication() {
        List<Problem> without = problems(LaunchMode.NORMAL, false, false, ROLES);
        assertThat(without).extracting(Problem::code).containsExactly("CAIRN-0742");
        assertThat(without.get(0).suggestion()).contains("quarkus-oidc");

        List<Problem> elsewhere = problems(LaunchMode.DEVELOPMENT, true, false, OWN_ROLES);
        assertThat(elsewhere).extracting(Problem::code).containsExactly("CAIRN-0742");
        assertThat(elsewhere.get(0).suggestion()).contains("quarkus.management.auth.enabled=true");
    }

    @Test
    void rolesAreOfWorkflowsThatExist() {
        List<Problem> misspelt = problems(LaunchMode.NORMAL, true, true, Map.of("workflow.ordres.roles.view", "viewer"));
        assertThat(misspelt).extracting(Problem::code, Problem::severity, Problem::suggestion)
                .containsExactly(tuple("CAIRN-0743", Problem.Severity.ERROR,
                        "Did you mean \"orders\"?"));

        List<Problem> gone = problems(LaunchMode.NORMAL, true, true, Map.of("workflow.\"shop:gone\".roles.view", "viewer"));
        assertThat(gone).extracting(Problem::code, Problem::severity)
                .containsExactly(tuple("CAIRN-0743", Problem.Severity.WARNING));
    }

    private static List<String> codes(LaunchMode mode, boolean hasSecurity, boolean authenticates,
            Map<String, String> settings) {
        return problems(mode, hasSecurity, authenticates, settings).stream().map(Problem::code).toList();
    }

    private static List<Problem> problems(LaunchMode mode, boolean hasSecurity, boolean authenticates,
            Map<String, String> settings) {
        SmallRyeConfigBuilder config = new SmallRyeConfigBuilder().withMapping(ManagementBuildConfig.class);
        settings.forEach(
                (name, value) -> config.withSources(new PropertiesConfigSource(Map.of(PREFIX + name, value), name, 100)));
        ProblemCollector problems = new ProblemCollector();
        new AccessConfigurationCheck(config.build().getConfigMapping(ManagementBuildConfig.class), problems).check(mode,
                hasSecurity,
                authenticates, List.of(new Document("1.0.3", "shop", "orders", "1.0.0", null, null)));
        return problems.all();
    }
}
