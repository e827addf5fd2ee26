package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.api.InstanceSummaryPage;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.StartRequest;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.option.ConcurrencyRules;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.value.RetentionSpec;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class SearchTest {

    private static final String KEYED = """
            document:
              dsl: 1.0.3
              namespace: test
              name: case
              version: 1.0.0
              metadata:
                cairn:
                  businessKey: ${ .order }
                  attributes: {customer: "${ .customer }", rush: "${ .rush }"}
                  retention: {completed: PT1H, faulted: P1D}
            do:
              - ask: {call: ping}
            """;

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void aKeyMayBeMadeOfMuch() {
        fixture.workflow(KEYED.replace("${ .customer }", "${ .lines | map(.price) | add }")).start();
        String lines = String.join(",", Collections.nCopies(3_000, "{\"price\":2}"));
        String id = fixture.begin("{\"order\":1,\"rush\":true,\"lines\":[" + lines + "]}").instanceId();
        assertThat(fixture.store.get(id).row().keys())
                .isEqualTo(new SearchKeys("1", Map.of("customer", "6000", "rush", "true")));
    }

    @Test
    void keysAreMadeOfTheInputOnceAndStayWithTheInstance() {
        fixture.workflow(KEYED).start();
        String id = fixture.begin("{\"order\":4711,\"customer\":\"acme\",\"rush\":true}").instanceId();
        SearchKeys keys = new SearchKeys("4711", Map.of("customer", "acme", "rush", "true"));
        assertThat(fixture.store.get(id).row().keys()).isEqualTo(keys);
        fixture.start();
        fixture.answer("/do/0/ask", "1");
        assertThat(fixture.store.get(id).row().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(fixture.store.get(id).row().keys()).isEqualTo(keys);
        assertThat(fixture.store.get(id).row().createdAtMillis()).isEqualTo(NOON);
    }

    @Test
    void aNumberIsAKeyAsJqPrintsIt() {
        fixture.workflow(KEYED).start();
        String id = fixture.begin("{\"order\":20000010.0,\"customer\":5.0,\"rush\":1e-05}").instanceId();
        assertThat(fixture.store.get(id).row().keys())
                .isEqualTo(new SearchKeys("20000010", Map.of("customer", "5", "rush", "1e-05")));
    }

    @Test
    void whatIsAbsentOrNullHasNoKey() {
        fixture.workflow(KEYED).start();
        String id = fixture.begin("{\"customer\":null}").instanceId();
        assertThat(fixture.store.get(id).row().keys()).isEqualTo(SearchKeys.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"order\":{}} | The business key is an object, and has to be a string",
            "{\"order\":1,\"customer\":[1]} | The attribute customer is an array, and has to be a string",
            "7 | The business key cannot be made of the input" })
    void aKeyThatIsNoScalarRefusesTheStart(String input, String message) {
        fixture.workflow(KEYED).start();
        refused(input, message);
    }

    @Test
    void aKeyThatIsTooLongRefusesTheStart() {
        fixture.workflow(KEYED).start();
        refused("{\"order\":\"" + "x".repeat(256) + "\"}", "at most 255 characters, not 256");
        refused("{\"order\":\"a\\u0000b\"}", "not have the character U+0000");
    }

    private void refused(String input, String message) {
        UniAssertSubscriber<DurableStartResult> start = fixture.begin(input, null);
        start.assertFailedWith(CairnException.class, message);
        assertThat(((CairnException) start.getFailure()).reason()).isEqualTo(CairnException.Reason.INVALID_INPUT);
        assertThat(fixture.store.all()).isEmpty();
    }

    @Test
    void whatAStartGivesComesBeforeWhatTheDefinitionSays() {
        fixture.workflow(KEYED).start();
        client().start(StartRequest.of("case").withInput(Map.of("order", "a", "customer", "acme"))
                .withBusinessKey("mine").withAttribute("customer", "other").withAttribute("region", "eu"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        assertThat(fixture.store.all().get(0).row().keys())
                .isEqualTo(new SearchKeys("mine", Map.of("customer", "other", "region", "eu")));
    }

    @Test
    void pagesAreNewestFirstAndEachInstanceIsOnOne() {
        fixture.workflow(KEYED).start();
        tenOrders();
        List<String> found = new ArrayList<>();
        String cursor = null;
        do {
            InstanceSummaryPage page = client()
                    .find(InstanceFilter.ofWorkflow("case").withAttribute("customer", "odd"), 2, cursor)
                    .await().indefinitely();
            page.instances().forEach(instance -> found.add(instance.businessKey()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(found).containsExactly("9", "7", "5", "3", "1");
        assertThat(keys(InstanceFilter.all().withBusinessKey("4"))).containsExactly("4");
        assertThat(keys(InstanceFilter.all().withStatus(InstanceStatus.COMPLETED))).isEmpty();
        assertThat(
                keys(InstanceFilter.all().withCreated(Instant.ofEpochMilli(NOON + 3_000), Instant.ofEpochMilli(NOON + 5_000))))
                .containsExactly("4", "3");
    }

    @Test
    void timesBeyondMillisecondsAreBoundsAsWell() {
        fixture.workflow(KEYED).start();
        tenOrders();
        assertThat(keys(InstanceFilter.all().withCreated(Instant.MIN, Instant.MAX))).hasSize(10);
        assertThat(keys(InstanceFilter.all().withCreated(Instant.MAX, null))).isEmpty();
        assertThat(keys(InstanceFilter.all().withCreated(null, Instant.MIN))).isEmpty();
    }

    @Test
    void aStoreThatKeepsNothingHasTheTimesOfInstances() {
        fixture.workflow(KEYED);
        fixture.start(new ForgetfulStore());
        tenOrders();
        fixture.advance(5_000);
        fixture.answer("/do/0/ask", "1");
        Instant end = Instant.ofEpochMilli(fixture.time.millis());
        assertThat(client().find(InstanceFilter.all().withStatus(InstanceStatus.COMPLETED), 10, null).await().indefinitely()
                .instances()).extracting(InstanceSummary::endedAt).containsExactly(end);
        assertThat(keys(InstanceFilter.all().withEnded(end.minusSeconds(1), end.plusSeconds(1)))).containsExactly("9");
    }

    @Test
    void aStoreThatKeepsNothingIsSearchedInMemory() {
        fixture.workflow(KEYED);
        fixture.start(new ForgetfulStore());
        tenOrders();
        fixture.answer("/do/0/ask", "1");
        assertThat(keys(InstanceFilter.all().withStatus(InstanceStatus.COMPLETED))).containsExactly("9");
        assertThat(keys(InstanceFilter.all().withStatuses(Set.of(InstanceStatus.COMPLETED, InstanceStatus.RUNNING))))
                .hasSize(10);
        assertThat(keys(InstanceFilter.all().withAttribute("customer", "even"))).containsExactly("8", "6", "4", "2", "0");
        InstanceSummaryPage page = client().find(InstanceFilter.all(), 9, null).await().indefinitely();
        assertThat(page.instances()).hasSize(9);
        assertThat(client().find(InstanceFilter.all(), 9, page.next()).await().indefinitely().instances())
                .extracting(InstanceSummary::businessKey).containsExactly("0");
    }

    @Test
    void aSearchForAWorkflowThatDoesNotExistSaysSo() {
        fixture.workflow(KEYED).start();
        assertThatThrownBy(() -> client().find(InstanceFilter.ofWorkflow("nope"), 1, null).await().indefinitely())
                .isInstanceOf(CairnException.class).hasMessageContaining("CAIRN-0401");
    }

    @Test
    void retentionGoesByHowAnInstanceEndedAndWhoSaysMore() {
        fixture.workflow(KEYED).start();
        assertThat(keptAfterEnd()).isEqualTo(3_600_000);
        RetentionRules rules = new RetentionRules(RetentionSpec.of(1), Map.of("case", new RetentionSpec(5_000, -1, -1)));
        fixture.options = new EngineOptions(fixture.options.cluster(), MemoryOptions.shared(10_000, 100, 1 << 20),
                PureWorkOptions.slices(20_000, 50_000_000), new RetentionOptions(7, 5_000, rules), fixture.options.journal(),
                new InstanceRunOptions(TaskHistoryRules.NONE, ConcurrencyRules.NONE, ScheduleRules.NONE, 16, 200));
        fixture.start();
        assertThat(keptAfterEnd()).isEqualTo(5_000);
        assertThat(rules.millis(fixture.program(), InstanceStatus.FAULTED, 7)).isEqualTo(86_400_000);
        assertThat(rules.millis(fixture.program(), InstanceStatus.CANCELLED, 7)).isEqualTo(1);
        assertThat(RetentionRules.NONE.millis(fixture.program(), InstanceStatus.CANCELLED, 7)).isEqualTo(7);
    }

    private long keptAfterEnd() {
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "1");
        return fixture.store.get(id).row().keepUntilMillis() - fixture.time.millis();
    }

    private void tenOrders() {
        IntStream.range(0, 10).forEach(i -> {
            fixture.begin("{\"order\":%d,\"customer\":\"%s\"}".formatted(i, i % 2 == 0 ? "even" : "odd"));
            fixture.time.advance(1_000);
        });
    }

    private List<String> keys(InstanceFilter filter) {
        return client().findAll(filter).map(InstanceSummary::businessKey).collect().asList().await().indefinitely();
    }

    private CairnClient client() {
        return new EngineClient(fixture.engine, new ObjectMapper());
    }
}
