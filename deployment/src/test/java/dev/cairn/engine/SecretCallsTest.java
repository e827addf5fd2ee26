package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.TaskRun;
import dev.cairn.api.TaskRun.Status;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.value.JsonCodec;

/** Secrets are those of today whenever arguments are computed again: they decide nothing that the journal has not, and are not told. */
class SecretCallsTest {

    private static final String RIGHT = "{\"api\":\"{\\\"key\\\":\\\"k\\\"}\"}";
    private static final String WRONG = "{\"api\":\"s3cr3t\"}";
    private static final String GREET = "{call: greet, with: {name: \"${ $secrets.api | fromjson | .key }\"}}";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @BeforeEach
    void theSecretIsRight() {
        fixture.secrets = JsonCodec.read(RIGHT);
    }

    /** The operator corrects a secret, or breaks it, and starts the application again. */
    private void restart(String secrets) {
        fixture.secrets = JsonCodec.read(secrets);
        fixture.start();
    }

    private String begin(String tasks) {
        fixture.workflow("use: {secrets: [api, tok, obj]}\n" + tasks).start();
        return fixture.begin("{}").instanceId();
    }

    private List<TaskRun> history(String id) {
        return operations.ask(operations.handle(id).history(1_000, null)).assertCompleted().getItem().tasks();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "$secrets.tok + 1", "$secrets.tok | tonumber", "$secrets.tok | fromjson", "$secrets.tok | @base64d",
            "$secrets.tok | test(\"(\" + .)", "$secrets.obj + \"x\"", "error($secrets.tok)", "$secrets.obj | error",
            "{} | .[$secrets.obj]", "{($secrets.obj): 1}", "[] | has($secrets.tok)", "$secrets.tok[0]", "$secrets.tok | .a",
            "$secrets.tok, 1", "$secrets.tok | ltrimstr(\"s3\") | tonumber", "$secrets.obj.password | keys",
            "$secrets.tok | strptime(\"%Y\")", "[$secrets.tok] | implode" })
    void whatCannotBeComputedQuotesNone(String expression) {
        fixture.secrets = JsonCodec.read("{\"tok\":\"s3cr3t-TOKEN-value\",\"obj\":{\"user\":\"u\",\"password\":\"p4ssw0rd\"}}");
        String id = begin("do: [{only: {call: greet, with: {name: '${ " + expression + " }'}}}]");
        WorkflowError error = fixture.outcome(id).assertCompleted().getItem().error();
        assertThat(error.type()).isEqualTo(Standard.EXPRESSION.type());
        assertThat(error.status()).isEqualTo(400);
        assertThat(error.instance()).isEqualTo("/do/0/only");
        assertThat(error.detail()).startsWith("The arguments of the task only, which reads $secrets (")
                .contains("cannot be computed");
        String seen = error + history(id).toString() + operations.ask(operations.handle(id).view()).getItem();
        assertThat(seen).doesNotContain("s3cr3t", "p4ssw0rd", "TOKEN");
        assertThat(fixture.store.get(id).entries()).isNotEmpty().allSatisfy(
                entry -> assertThat(new String(entry, StandardCharsets.ISO_8859_1)).doesNotContain("s3cr3t", "p4ssw0rd"));
        assertThat(fixture.calls).isEmpty();
    }

    @Test
    void whatWasCaughtStaysCaughtWhenTheSecretIsCorrected() {
        fixture.secrets = JsonCodec.read(WRONG);
        String id = begin("""
                do:
                  - careful:
                      try: [{risky: %s}]
                      catch:
                        errors: {with: {type: "%s", status: 400}}
                        do: [{later: {wait: PT1H}}, {last: {set: "${ $error.detail }"}}]
                """.formatted(GREET, Standard.EXPRESSION.type()));
        restart(RIGHT);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
        fixture.advance(3_600_000);
        assertThat(fixture.output(id)).contains("$secrets (api), cannot be computed").doesNotContain("s3cr3t");
        assertThat(fixture.calls).isEmpty();
    }

    @Test
    void whatWasDoneStaysDoneWhenTheSecretIsBroken() {
        String id = begin("do: [{first: " + GREET + "}, {second: {call: ask, with: {question: 1}}}]");
        assertThat(fixture.calls.get(0).arguments()).hasToString("[\"k\"]");
        fixture.answer("/do/0/first", "1");
        restart(WRONG);
        fixture.answer("/do/1/second", "2");
        assertThat(fixture.output(id)).isEqualTo("2");
        assertThat(history(id)).extracting(TaskRun::status).containsOnly(Status.COMPLETED);

        String fork = operations.fork(id, "/do/1/second", 3);
        restart(WRONG);
        fixture.fail("/do/1/second", new IllegalStateException("down"));
        operations.retry(fork);
        restart(WRONG);
        fixture.answer("/do/1/second", "4");
        assertThat(fixture.output(fork)).isEqualTo("4");
    }

    @Test
    void aCallUnderWayThatCannotBeMadeAgainFails() {
        String id = begin("do: [{only: " + GREET + "}]");
        restart(WRONG);
        assertThat(fixture.outcome(id).assertCompleted().getItem().error().detail()).contains("cannot be computed");
        restart(RIGHT);
        operations.retry(id);
        fixture.answer("/do/0/only", "5");
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(fixture.keys()).containsExactly(id + ":/do/0/only", id + ":/do/0/only!1");
    }

    @Test
    void isRetriedLikeAnyFailure() {
        fixture.secrets = JsonCodec.read(WRONG);
        String id = begin("""
                do:
                  - careful:
                      try: [{risky: %s}]
                      catch: {retry: {when: "${ $error.status == 400 }", delay: PT1M, limit: {attempt: {count: 3}}}}
                """.formatted(GREET));
        fixture.advance(60_000);
        assertThat(fixture.calls).isEmpty();
        restart(RIGHT);
        fixture.advance(60_000);
        fixture.answer("/do/0/careful/try/0/risky", "6");
        assertThat(fixture.output(id)).isEqualTo("6");
    }

    @Test
    void inAForkItHasItsOwnOutcome() {
        fixture.secrets = JsonCodec.read(WRONG);
        String id = begin("""
                do:
                  - both:
                      fork:
                        branches:
                          - one: {try: [{risky: %s}], catch: {do: [{quiet: {set: {n: 1}}}]}}
                          - two: {call: ask, with: {question: 1}}
                """.formatted(GREET));
        restart(RIGHT);
        fixture.answer("/do/0/both/fork/branches/1/two", "7");
        assertThat(fixture.output(id)).isEqualTo("[{\"n\":1},7]");
    }

    @Test
    void aSuspendedInstanceMakesNoCallAndAsksTheSecretWhenItGoesOn() {
        String id = begin("do: [{first: {call: ping}}, {second: " + GREET + "}]");
        operations.suspend(id);
        fixture.answer("/do/0/first", "1");
        restart(WRONG);
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.SUSPENDED);
        restart(RIGHT);
        operations.resume(id);
        fixture.answer("/do/1/second", "8");
        assertThat(fixture.output(id)).isEqualTo("8");
    }

    @Test
    void aCancelledInstanceUndoesWhatItDid() {
        String id = begin("""
                do:
                  - undone:
                      try: [{risky: {call: ping}}]
                      catch: {do: [{undo: %s}, {again: {raise: {error: {type: "${ $error.type }", status: "${ $error.status }"}}}}]}
                """.formatted(GREET));
        fixture.secrets = JsonCodec.read(WRONG);
        operations.ask(operations.handle(id).cancelAndCompensate()).assertCompleted();
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.CANCELLED);
        restart(RIGHT);
        assertThat(operations.ask(operations.handle(id).view()).getItem().toString()).contains("cannot be computed");
    }

    /** The input of the call is {@code {"id": 7}}. */
    private String call(String from, String name) {
        fixture.secrets = JsonCodec.read("{\"tok\":\"s3cr3t-TOKEN\",\"obj\":{\"user\":\"u\",\"password\":\"p4ssw0rd\"}}");
        return begin("""
                do:
                  - first: {set: {id: 7}, export: {as: "${ {ten: 10} }"}}
                  - only:
                      if: .id == 7
                      input: {from: '%s'}
                      call: greet
                      with: {name: '${ %s }'}
                      timeout: {after: PT1H}
                      output: {as: "[., $task.input]"}
                """.formatted(from, name));
    }

    private void assertNothingTellsOfThem(String id) {
        String seen = history(id).toString() + operations.ask(operations.handle(id).view()).getItem();
        assertThat(seen).doesNotContain("s3cr3t", "p4ssw0rd", "TOKEN");
        assertThat(fixture.store.get(id).entries()).isNotEmpty().allSatisfy(
                entry -> assertThat(new String(entry, StandardCharsets.ISO_8859_1)).doesNotContain("s3cr3t", "p4ssw0rd"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            {id, token: $secrets.tok}~ .token + (.id | tostring)~                        s3cr3t-TOKEN7
            {id, token: $secrets.tok}~ [1] | [$input.token, .[0]]~                       ["s3cr3t-TOKEN",1]
            {id, token: $secrets.tok}~ . as {$id} | [$input.token, $id, $task.input.id]~ ["s3cr3t-TOKEN",7,7]
            {id, token: $secrets.tok} ~ def f($input): $input; f(3) + .id + $context.ten ~ 20
            {id, token: $secrets.tok}~ [.token, $secrets.obj.user]~                      ["s3cr3t-TOKEN","u"]
            $secrets.obj.password~     [., $input]~                                      ["p4ssw0rd","p4ssw0rd"]
            $secrets.tok | empty~      [., $input]~                                      [null,null]
            """)
    void argumentsAloneSeeAnInputThatIsMadeOfSecrets(String from, String name, String argument) {
        String id = call(from, name);
        JsonNode made = fixture.calls.get(0).arguments().get(0);
        assertThat(made.isTextual() ? made.textValue() : made.toString()).isEqualTo(argument);
        restart("{\"tok\":\"other\",\"obj\":{\"user\":\"u\",\"password\":\"other\"}}");
        fixture.answer("/do/1/only", "1");
        assertThat(fixture.output(id)).isEqualTo("[1,{\"id\":7}]");
        assertNothingTellsOfThem(id);
    }

    @ParameterizedTest
    @ValueSource(strings = { "$secrets.tok + 1", "$secrets.tok, 1", "error($secrets.tok)", "{a: ($secrets.tok | tonumber)}" })
    void anInputOfSecretsThatCannotBeComputedQuotesNone(String from) {
        String id = call(from, ".");
        WorkflowError error = fixture.outcome(id).assertCompleted().getItem().error();
        assertThat(error.type()).isEqualTo(Standard.EXPRESSION.type());
        assertThat(error.detail())
                .isEqualTo("The arguments of the task only, which reads $secrets (tok), cannot be computed. What is"
                        + " wrong with them is not said, since that could quote a secret");
        assertThat(fixture.calls).isEmpty();
        assertNothingTellsOfThem(id);
    }

    @Test
    void callsWithoutSecretsFailAsEver() {
        String id = begin("do: [{only: {call: greet, with: {name: '${ \"a\" | tonumber }'}}}]");
        assertThat(fixture.outcome(id).assertCompleted().getItem().error().detail()).contains("\"a\"");
        assertThat(fixture.store.get(id).entries()).hasSize(2);
    }
}
