package dev.cairn.deployment.definition;

import static dev.cairn.fluent.Flows.any;
import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.compensated;
import static dev.cairn.fluent.Flows.cron;
import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.every;
import static dev.cairn.fluent.Flows.exponential;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.on;
import static dev.cairn.fluent.Flows.onError;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.fluent.Flows.tryTo;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CompensatedBy;
import dev.cairn.api.EventTrigger;
import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.api.RetryOnError;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowSchedule;
import dev.cairn.api.WorkflowTask;
import dev.cairn.compiler.CallableFunction;
import dev.cairn.compiler.CallableMethodCatalog;
import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Definition;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.fluent.Flow;
import dev.cairn.program.Program;
import dev.cairn.schedule.CronExpression;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.ScheduleSpec;

/** One workflow in three forms is one program. */
class ThreeFormsTest {

    private static final String FILE = "dev/cairn/deployment/definition/ThreeFormsTest.java";

    private static final String YAML = """
            document: {dsl: 1.0.3, namespace: default, name: orders, version: 1.0.0, metadata: {cairn: {concurrency: 5,
              schedule: {zone: Europe/Berlin, overlap: skip, missed: fire-all, maxMissed: 5, jitter: PT1M}}}}
            schedule: {cron: 0 8 * * *, every: PT1H}
            do:
              - reserve: {call: reserve}
              - after reserve:
                  try:
                    - payment:
                        if: .total > 0
                        try:
                          - payment: {call: pay, timeout: {after: PT30S}}
                        catch:
                          errors: {with: {status: 503}}
                          retry: {delay: PT1S, backoff: {exponential: {}}, limit: {attempt: {count: 3}}}
                    - ship: {call: ship}
                  catch:
                    do:
                      - release: {call: release}
                      - fail:
                          raise:
                            error:
                              type: "${ $error.type }"
                              status: "${ $error.status }"
                              instance: "${ $error.instance }"
                              title: "${ $error.title }"
                              detail: "${ $error.detail }"
            """;

    @Workflow(name = "orders", concurrency = 5, schedule = @WorkflowSchedule(cron = "0 8 * * *", every = "PT1H", zone = "Europe/Berlin", overlap = OverlapPolicy.SKIP, missed = MissedPolicy.FIRE_ALL, maxMissed = 5, jitter = "PT1M"))
    static class Methods {
        @WorkflowTask(order = 30)
        String ship(String order) {
            return order;
        }

        @WorkflowTask(order = 10)
        @CompensatedBy("release")
        String reserve(String order) {
            return order;
        }

        @WorkflowTask(order = 20, name = "payment", condition = ".total > 0", timeout = "PT30S")
        @RetryOnError(attempts = 3, status = 503)
        String pay(String order) {
            return order;
        }

        void release(String order) {
            // Only its name and shape matter here.
        }
    }

    @Workflow(name = "orders")
    static class Fluent {
        static Flow define() {
            return flow(
                    compensated(call("reserve", Methods::reserve), call("release", Methods::release)),
                    tryTo("payment", call("payment", Methods::pay).timeout(Duration.ofSeconds(30))).when(".total > 0")
                            .catching(onError().status(503).retry(exponential(Duration.ofSeconds(1)).attempts(3))),
                    call("ship", Methods::ship)).concurrency(5)
                    .schedule(cron("0 8 * * *").zone("Europe/Berlin").overlap(OverlapPolicy.SKIP)
                            .missed(MissedPolicy.FIRE_ALL).maxMissed(5).jitter(Duration.ofMinutes(1)))
                    .schedule(every(Duration.ofHours(1)));
        }
    }

    @Workflow(name = "wrong")
    static class Wrong {
        @WorkflowTask(order = 1, timeout = "soon")
        @CompensatedBy("undoo")
        String first(String order) {
            return order;
        }

        @WorkflowTask(order = 1)
        String second(String order) {
            return order;
        }

        @RetryOnError(attempts = 2)
        void undo(String order) {
            // Never called.
        }
    }

    @Workflow(name = "wrong-methods")
    static class WrongMethods {
        @WorkflowTask(order = 1, condition = ".a +")
        static String first(String order) {
            return "first" + order;
        }

        @WorkflowTask(order = 2, timeout = "PT0S")
        @RetryOnError(attempts = 0)
        String second(String order) {
            return "second" + order;
        }
    }

    @Workflow(name = "wrong-flow")
    static class WrongFlow {
        static Flow define() {
            return flow(
                    call("first", WrongMethods::first).when(".a +"),
                    set("second", ".a").then("nowhere"));
        }
    }

    @Workflow(name = "wrong-limit", concurrency = -1)
    static class WrongLimit {
        static Flow define() {
            return flow(set("first", ".")).concurrency(0);
        }
    }

    @Test
    void refuseALimitThatIsNone() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        defined(WrongLimit.class, problems);

        assertThat(problems.all()).extracting(Problem::code).containsExactlyInAnyOrder("CAIRN-0603", "CAIRN-0116");
        assertThat(problems.all()).extracting(Problem::message).anyMatch(message -> message.contains("concurrency -1"))
                .anyMatch(message -> message.contains("0 is no number of instances"));
    }

    @Workflow(name = "wrong-schedule", schedule = @WorkflowSchedule(cron = "0 25 * * *", zone = "Mars"))
    static class WrongSchedule {
        static Flow define() {
            return flow(set("first", "."));
        }
    }

    @Test
    void faultsOfAnAnnotatedScheduleAreAtTheClass() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        defined(WrongSchedule.class, problems);

        assertThat(problems.all()).extracting(Problem::message).containsExactlyInAnyOrder("The time zone \"Mars\" is unknown",
                "\"25\" is no hour in the cron expression \"0 25 * * *\"");
        assertThat(problems.all()).extracting(problem -> problem.location().file()).containsOnly(FILE);
    }

    @Workflow(name = "no-rule", schedule = @WorkflowSchedule(zone = "Europe/Berlin"))
    static class ScheduleWithoutRule {
        static Flow define() {
            return flow(set("first", "."));
        }
    }

    @Test
    void anAnnotatedScheduleNeedsARule() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        defined(ScheduleWithoutRule.class, problems);

        assertThat(problems.all()).extracting(Problem::message).singleElement().asString().contains("schedule without a rule");
    }

    @Test
    void giveTheSameProgram() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        Definition yaml = DefinitionReader.read("orders.yaml", YAML.getBytes(StandardCharsets.UTF_8), problems).orElseThrow();
        Program ofYaml = program(yaml, problems);

        assertThat(program(defined(Fluent.class, problems), problems)).isEqualTo(ofYaml);
        assertThat(program(defined(Methods.class, problems), problems)).isEqualTo(ofYaml);
        assertThat(problems.all()).isEmpty();
    }

    @Workflow(name = "packing")
    @EventTrigger(type = { "placed", "shop[.].*" }, source = "/shop", envelope = true)
    static class StartedByEvents {
        @WorkflowTask(order = 10)
        String pack(String order) {
            return order;
        }
    }

    @Workflow(name = "packing")
    static class FluentStartedByEvents {
        static Flow define() {
            return flow(call("pack", StartedByEvents::pack)).schedule(on(any(events("placed").with("source", "/shop"),
                    events("shop[.].*").with("source", "/shop"))).envelopes());
        }
    }

    @Test
    void eventsStartTheSameProgramInEachForm() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        Definition yaml = DefinitionReader.read("packing.yaml", """
                document: {dsl: 1.0.3, namespace: default, name: packing, version: 1.0.0}
                schedule:
                  on: {any: [{with: {type: placed, source: /shop}}, {with: {type: "shop[.].*", source: /shop}}]}
                  read: envelope
                do: [{pack: {call: pack}}]
                """.getBytes(StandardCharsets.UTF_8), problems).orElseThrow();
        Program ofYaml = program(yaml, problems);

        assertThat(program(defined(FluentStartedByEvents.class, problems), problems)).isEqualTo(ofYaml);
        assertThat(program(defined(StartedByEvents.class, problems), problems)).isEqualTo(ofYaml);
        assertThat(problems.all()).isEmpty();
    }

    @Workflow(name = "wrong-events", schedule = @WorkflowSchedule(every = "PT1H"))
    @EventTrigger(type = "placed")
    static class WrongEvents {
        static Flow define() {
            return flow(set("first", "."));
        }
    }

    @Workflow(name = "no-events")
    @EventTrigger(type = {})
    static class NoEvents {
        static Flow define() {
            return flow(set("first", "."));
        }
    }

    @Workflow(name = "twice-by-events")
    @EventTrigger(type = "placed")
    static class StartedTwiceByEvents {
        static Flow define() {
            return flow(set("first", ".")).schedule(on(any(events("paid"))));
        }
    }

    @Test
    void faultsOfAnAnnotatedEventTriggerAreAtTheClass() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        defined(WrongEvents.class, problems);
        defined(NoEvents.class, problems);
        defined(StartedTwiceByEvents.class, problems);

        assertThat(problems.all()).extracting(Problem::message).satisfiesExactly(
                message -> assertThat(message).startsWith("\"on\" cannot stand beside \"every\""),
                message -> assertThat(message).contains("NoEvents has @EventTrigger without a type"),
                message -> assertThat(message).contains("StartedTwiceByEvents has @EventTrigger and a schedule in its Flow"));
        assertThat(problems.all()).extracting(problem -> problem.location().file()).containsOnly(FILE);
    }

    @Test
    void saysAllThatIsWrongWithMethodsAtOnce() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        defined(Wrong.class, problems);

        assertThat(problems.all()).extracting(Problem::code).containsOnly("CAIRN-0611");
        assertThat(problems.all()).extracting(Problem::message).satisfiesExactlyInAnyOrder(
                message -> assertThat(message).contains("Wrong#undo has annotations of a task, but is none"),
                message -> assertThat(message).contains("Wrong#second has the order 1, which the method first has as well"),
                message -> assertThat(message).contains("Wrong#first is compensated by \"undoo\""),
                message -> assertThat(message).contains("Wrong#first has the timeout \"soon\""));
        assertThat(problems.all()).extracting(Problem::suggestion).contains("Did you mean \"undo\"?");
        assertThat(problems.all()).extracting(Problem::location).allSatisfy(place -> {
            assertThat(place.file()).isEqualTo(FILE);
            assertThat(lineOf(place.line())).matches("\\s+return order;|.*Never called.*|\\s+}");
        });
    }

    @Test
    void tellsWhichLineOfJavaIsWrongInEachForm() throws IOException {
        assertThat(wrong(WrongMethods.class)).containsExactlyInAnyOrder("/do/0/first/if return \"first\" + order;",
                "/do/1/second/try/0/second/timeout/after return \"second\" + order;",
                "/do/1/second/catch/retry return \"second\" + order;");
        assertThat(wrong(WrongFlow.class)).containsExactlyInAnyOrder(
                "/do/0/first/if call(\"first\", WrongMethods::first).when(\".a +\"),",
                "/do/1/second/then set(\"second\", \".a\").then(\"nowhere\"));");
    }

    /** Pointer and line of Java of each mistake. */
    private static List<String> wrong(Class<?> type) throws IOException {
        ProblemCollector problems = new ProblemCollector();
        Definition definition = defined(type, problems);
        DefinitionValidator.validate(definition, problems);
        new DefinitionCompiler(new Catalog(), "test").compile(definition, problems);
        return problems.all().stream().map(Problem::location)
                .map(place -> place.pointer() + " " + lineOf(place.line()).strip()).toList();
    }

    private static String lineOf(int number) {
        try {
            return Files.readAllLines(Path.of("src/test/java", FILE)).get(number - 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Definition defined(Class<?> type, ProblemCollector problems) throws IOException {
        Index index = Index.of(type, Workflow.class, WorkflowTask.class, RetryOnError.class, CompensatedBy.class,
                EventTrigger.class);
        AnnotationInstance workflow = index.getClassByName(type).declaredAnnotation(DotName.createSimple(Workflow.class));
        return new WorkflowClassReader(workflow, index, problems).define(ApplicationResources.NONE).orElseThrow();
    }

    private static Program program(Definition definition, ProblemCollector problems) {
        return new DefinitionCompiler(new Catalog(), "test").compile(definition, problems).orElseThrow();
    }

    /** Each method under its own name, with one parameter. */
    private static final class Catalog implements CallableMethodCatalog {
        @Override
        public Optional<CallableFunction> byName(String name) {
            return Optional.of(new CallableFunction(name, List.of("order")));
        }

        @Override
        public Optional<CallableFunction> byReference(MethodReference reference) {
            return byName(reference.name());
        }

        @Override
        public Set<String> names() {
            return Set.of();
        }
    }

    @Workflow(name = "empty-texts", schedule = @WorkflowSchedule(cron = "0 8 * * *", every = "", after = "", zone = "", jitter = ""))
    static class EmptyTexts {
        static Flow define() {
            return flow(set("first", "."));
        }
    }

    @Test
    void emptyTextsOfAnAnnotatedScheduleAreAbsent() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        Program program = program(defined(EmptyTexts.class, problems), problems);

        assertThat(problems.all()).isEmpty();
        assertThat(program.triggers().schedules()).singleElement()
                .hasToString(ScheduleSpec.of(new CronRule(CronExpression.of("0 8 * * *"), CronRule.DEFAULT_ZONE)).toString());
    }

    @Workflow(name = "twice", schedule = @WorkflowSchedule(cron = "0 8 * * *"))
    static class ScheduledTwice {
        static Flow define() {
            return flow(set("first", ".")).schedule(every(Duration.ofHours(1)));
        }
    }

    @Test
    void schedulesAreInTheAnnotationOrInTheFlow() throws IOException {
        ProblemCollector problems = new ProblemCollector();
        defined(ScheduledTwice.class, problems);

        Problem problem = problems.all().get(0);
        assertThat(problems.all()).hasSize(1);
        assertThat(problem.message()).contains("has schedules in its annotation and in its Flow");
        assertThat(problem.suggestion()).contains("remove schedule from @Workflow");
        assertThat(problem.location().file()).isEqualTo(FILE);
    }
}
