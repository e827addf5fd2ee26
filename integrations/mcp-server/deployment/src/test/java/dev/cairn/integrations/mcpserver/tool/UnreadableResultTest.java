package dev.cairn.integrations.mcpserver.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceHandle;
import dev.cairn.spi.ManagementClient;
import io.quarkiverse.mcp.server.ToolManager.ToolArguments;
import io.quarkiverse.mcp.server.ToolResponse;
import io.smallrye.mutiny.Uni;

/** An instance is completed, and the store cannot give its output. */
class UnreadableResultTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String ID = "01HF7YAT00X8MPKR87T09TYJWE";

    /** The management API with one completed instance, for a caller who may see it. */
    private record Management(boolean mayReadPayloads) implements ManagementClient, ManagementClient.Caller {

        @Override
        public Uni<Caller> caller() {
            return Uni.createFrom().item(this);
        }

        @Override
        public Caller knownCaller() {
            return this;
        }

        @Override
        public Uni<Reply> request(String method, String path, String query, String body) {
            return Uni.createFrom().item(
                    new Reply(200, "{\"id\":\"" + ID + "\",\"workflow\":\"shop:pricing\",\"status\":\"completed\"}"));
        }

        @Override
        public boolean mayStart(String workflow) {
            return true;
        }

        @Override
        public boolean mayReadPayloads(String workflow) {
            return mayReadPayloads;
        }
    }

    /** Gives the same answer to each call. */
    private static <T> T answering(Class<T> type, Object answer) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, given) -> answer));
    }

    private static ToolResponse result(boolean mayReadPayloads) {
        Uni<byte[]> output = Uni.createFrom().failure(
                new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0413: db7.internal does not answer", null));
        CairnClient cairn = answering(CairnClient.class, answering(InstanceHandle.class, output));
        WorkflowToolPlans plans = new WorkflowToolPlans(
                List.of(new WorkflowToolPlan("pricing", "Prices", "shop:pricing", "{}", false)));
        return new InstanceTools(new Management(mayReadPayloads), plans, cairn, () -> Duration.ZERO)
                .result(answering(ToolArguments.class, Map.of("instance", ID))).await().atMost(PATIENCE);
    }

    @Test
    void aModelDoesNotLearnWhatOnlyTheLogMayHave() {
        ToolResponse refused = result(true);

        assertThat(refused.isError()).isTrue();
        assertThat(refused.firstContent().asText().text()).isEqualTo("The result cannot be read now. Ask again later.");
    }

    @Test
    void aCallerWhoMayNotReadTheOutputNeedsNone() {
        ToolResponse completed = result(false);

        assertThat(completed.isError()).isFalse();
        assertThat(completed.firstContent().asText().text()).contains("\"status\":\"completed\"").doesNotContain("output");
    }
}
