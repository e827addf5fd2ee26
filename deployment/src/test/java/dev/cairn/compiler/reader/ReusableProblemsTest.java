package dev.cairn.compiler.reader;

import static dev.cairn.fluent.Flows.basicSecret;
import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.constant;
import static dev.cairn.fluent.Flows.error;
import static dev.cairn.fluent.Flows.extension;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.group;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.named;
import static dev.cairn.fluent.Flows.onError;
import static dev.cairn.fluent.Flows.raise;
import static dev.cairn.fluent.Flows.resource;
import static dev.cairn.fluent.Flows.script;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.fluent.Flows.tryTo;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.fluent.ComponentReference;
import dev.cairn.fluent.Credentials;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.FlowExtension;
import dev.cairn.fluent.FlowTask;
import dev.cairn.fluent.TaskKind;

/** Faults of components that are used by name. */
class ReusableProblemsTest {

    private static final String FILE = "src/main/java/dev/cairn/compiler/reader/ReusableProblemsTest.java";
    /** The suggestion for everything that is null or empty. */
    private static final String USUAL = "Write something; what need not be there may be left out.";

    @Test
    void aNameThatIsGivenToNothingIsReportedWhereItStands() {
        assertThat(problems(flow(
                tryTo("a", raise("b", named("refusd"))).catching(onError().retry(named("patient"))).timeout(named("short")),
                http("c", "GET", "https://x.example.com").authentication(basicSecret("pet")),
                http("d", "GET", "https://x.example.com").authentication(named("pets")))
                .useError("refused", error("https://example.com/e", 409)).secrets("pets")))
                .containsExactly(
                        "0117 /do/0/a/timeout No timeout is named \"short\" Define it with a use… method of the flow, or give it here.",
                        "0117 /do/0/a/try/0/b/raise/error No error is named \"refusd\" Did you mean \"refused\"?",
                        "0117 /do/0/a/catch/retry No retry policy is named \"patient\""
                                + " Define it with a use… method of the flow, or give it here.",
                        "0117 /do/1/c/with/endpoint/authentication/basic/use No secret is named \"pet\" Did you mean \"pets\"?",
                        "0117 /do/2/d/with/endpoint/authentication/use No authentication is named \"pets\""
                                + " Define it with a use… method of the flow, or give it here.");
    }

    @Test
    void aFunctionThatCallsItselfIsReportedOnceForEachWayRound() {
        assertThat(problems(flow(callFunction("a", "one"))
                .useFunction(group("one", callFunction("b", "two")))
                .useFunction(group("two", callFunction("c", "one")))))
                .containsExactly(
                        "0116 /use/functions/one The function \"one\" calls itself Repeat tasks with forEach or then.",
                        "0116 /use/functions/two The function \"two\" calls itself Repeat tasks with forEach or then.");
    }

    @Test
    void whatIsWrongInAFunctionOrAnExtensionIsReportedOnceWhereItWasWritten() {
        assertThat(problems(flow(callFunction("a", "bad"), callFunction("b", "bad"))
                .useFunction(set("bad", ".x").when(" "))
                .useExtension(extension("wrong", TaskKind.CALL).before(set("c", ".x").then("")))))
                .containsExactly("0116 /use/functions/bad/if \"if\" must not be empty Write something, or remove it.",
                        "0116 /use/extensions/0/wrong/before/0/c/then \"then\" must not be empty Write something, or remove it.");
    }

    @Test
    void namesAreGivenOnce() {
        assertThat(problems(flow(set("a", ".x"))
                .useTimeout("t", Duration.ofSeconds(1)).useTimeout("t", Duration.ofSeconds(2))
                .useFunction(set("f", ".x")).useFunction(set("f", ".y"))
                .useExtension(extension("e", TaskKind.SET)).useExtension(extension("e", TaskKind.SET))))
                .containsExactly("0153  use.timeouts has a \"t\" already Rename one of the two.",
                        "0153 /use/functions/f A function is named \"f\" already Rename one of the two.",
                        "0116 /use/extensions/1/e There is an extension named \"e\" already Rename one of the two.");
    }

    @Test
    void whatIsMissingIsReported() {
        assertThat(problems(flow(set("a", ".x").timeout((ComponentReference) null),
                http("b", "GET", "https://x.example.com").authentication((Credentials) null),
                set("c", ".x").inputSchema(resource("not/there.json")),
                script("d", "python", resource("not/there.py")))
                .useFunction((FlowTask<?>) null).useExtension((FlowExtension) null).useRetry("r", null).useError(null, null)
                .useTimeout("t", null).useExtension(extension(" ", null)).inputSchema(resource(null))
                .useRetry("fine", constant(Duration.ZERO)).timeout(named("t")).timeout(Duration.ofSeconds(1))))
                .containsExactly("0150 /do/0/a \"timeout\" is null", "0150 /do/1/b \"authentication\" is null",
                        "0125 /do/2/c/input/schema/resource/endpoint There is no resource \"not/there.json\" in the application"
                                + " Its path begins at the root of the class path.",
                        "0125 /do/3/d/run/script/source/endpoint There is no resource \"not/there.py\" in the application"
                                + " Its path begins at the root of the class path.",
                        "0150  \"function\" is null", "0150  \"extension\" is null",
                        "0150  \"use.retries\" is null or without a name", "0150  \"use.errors\" is null or without a name",
                        "0150  \"after\" is null", "0150 /use/extensions/0/  \"name\" is missing",
                        "0150 /use/extensions/0/  \"extend\" is null", "0150  \"resource\" is null");
    }

    private static List<String> problems(Flow flow) {
        ProblemCollector problems = new ProblemCollector();
        Compared.read(flow, "bad", FILE, problems);
        assertThat(problems.all()).allSatisfy(problem -> assertThat(problem.location().line()).isPositive());
        return problems.all().stream().map(problem -> problem.code().substring("CAIRN-".length()) + " "
                + problem.location().pointer() + " " + problem.message()
                + (problem.suggestion().equals(USUAL) ? "" : " " + problem.suggestion())).toList();
    }
}
