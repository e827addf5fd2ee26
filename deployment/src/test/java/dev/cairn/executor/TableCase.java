package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.yaml.snakeyaml.Yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEncoder;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.JournalEntry;
import dev.cairn.value.JsonPayload;

/** One row of the tables in {@code executor/}. */
public final class TableCase {

    /** All tables. */
    public static final List<String> TABLES = List.of("flow", "effects", "errors", "data", "operators", "run", "history",
            "fork", "decisions", "events", "extensions", "compensation");

    /** The id of the instance that a row is about. */
    public static final String INSTANCE = "instance-1";

    private static final int BUDGET = 1_000_000;
    private static final long STARTED_AT = 1_700_000_000_000L;

    private final JsonNode row;
    private final LinkedProgram program;
    private final List<JournalEvent> journal = new ArrayList<>();
    private final List<TransitionResult> steps = new ArrayList<>();

    /** A row before its run. */
    public TableCase(JsonNode row) {
        this.row = row;
        this.program = TestPrograms.linked((ObjectNode) row.get("definition"));
    }

    /** Runs the row from its start, then from every prefix of its journal. Each run must want the same effects and end the same. */
    public void run() {
        JsonNode input = row.has("input") ? row.get("input") : JsonNodeFactory.instance.objectNode();
        Started start = new Started("test:case", "1.0.0", program.program().shape(), STARTED_AT, JsonPayload.of(input));
        journal.add(start);
        InstanceState state = begin(start);
        TransitionResult step = ProgramExecutor.proceed(state, BUDGET, true);
        steps.add(step);
        for (JsonNode exchange : row.path("happens")) {
            assertThat(describe(step)).as("wanted").isEqualTo(exchange.get("wants"));
            if (exchange.get("then").has("written")) {
                step = written(state, step, exchange.get("then").get("written"));
                continue;
            }
            TransitionResult.Effect effect = effect(exchange.path("of").textValue(), step.effects());
            for (JsonNode ignored : exchange.path("ignores")) {
                assertThat(accepts(state, effect, ignored)).as("filter of %s", ignored).isNegative();
            }
            JournalEvent happening = exchange.get("then").has("event")
                    ? received(state, effect, exchange.get("then").get("event"))
                    : happening(exchange.get("then"), effect);
            journal.add(happening);
            step = ProgramExecutor.take(state, happening, BUDGET, true);
            steps.add(step);
        }
        assertThat(describe(step)).as("end").isEqualTo(row.get("ends"));
        resumeFromEveryPrefix();
    }

    private InstanceState begin(Started start) {
        InstanceState state = ProgramExecutor.begin(INSTANCE, program, start);
        stored(forks()).forEach(fork -> ProgramExecutor.fork(state, (JournalEvent.Forked) fork));
        if (row.path("tasks").booleanValue()) {
            state.noteTasks();
        }
        return state;
    }

    /** The tasks that are done are in the journal, so the next one may begin. */
    private TransitionResult written(InstanceState state, TransitionResult step, JsonNode expected) {
        ArrayNode described = JsonNodeFactory.instance.arrayNode();
        for (TaskDone done : state.notes().take()) {
            ObjectNode json = described.addObject().put("task", done.task()).put("run", done.run());
            json.set(done.error() == null ? "output" : "error",
                    done.error() == null ? done.output().tree() : done.error().toJson());
            journal.add(done);
            steps.add(step);
        }
        assertThat(described).as("written").isEqualTo(expected);
        TransitionResult next = goOn(state, step);
        steps.set(steps.size() - 1, next);
        return next;
    }

    private static TransitionResult goOn(InstanceState state, TransitionResult step) {
        return step instanceof TransitionResult.Noted && !state.notes().any() ? ProgramExecutor.proceed(state, BUDGET, true)
                : step;
    }

    private static TransitionResult take(InstanceState state, TransitionResult step, JournalEvent happening) {
        if (happening instanceof TaskDone done) {
            state.notes().expect(done);
            return goOn(state, step);
        }
        return ProgramExecutor.take(state, happening, BUDGET, true);
    }

    private List<JournalEvent> forks() {
        List<JournalEvent> forks = new ArrayList<>();
        for (JsonNode fork : row.path("forks")) {
            forks.add(new JournalEvent.Forked(fork.get("from").textValue(), fork.get("task").textValue(),
                    fork.path("run").asInt(1), JsonPayload.of(fork.get("input")), fork.path("stood").asLong()));
        }
        return forks;
    }

    private void resumeFromEveryPrefix() {
        for (int length = 1; length <= journal.size(); length++) {
            InstanceState state = null;
            TransitionResult step = null;
            for (JournalEvent happening : stored(journal.subList(0, length))) {
                if (happening instanceof Started start) {
                    state = begin(start);
                    step = ProgramExecutor.proceed(state, BUDGET, true);
                } else {
                    step = take(state, step, happening);
                }
            }
            assertThat(describe(step)).as("after %d entries", length).isEqualTo(describe(steps.get(length - 1)));
            for (JournalEvent happening : journal.subList(length, journal.size())) {
                step = take(state, step, happening);
            }
            assertThat(describe(step)).as("end, resumed after %d entries", length).isEqualTo(row.get("ends"));
        }
    }

    private static List<JournalEvent> stored(List<JournalEvent> entries) {
        JournalEncoder writer = new JournalEncoder(JournalEncodingOptions.DEFAULTS);
        List<byte[]> stored = new ArrayList<>();
        entries.forEach(happening -> stored.add(writer.encode(stored.size(), new JournalEntry(0, happening))));
        JournalDecoder reader = new JournalDecoder(JournalEncodingOptions.DEFAULTS, INSTANCE, stored);
        return IntStream.range(0, reader.size()).mapToObj(position -> reader.read(position).event()).toList();
    }

    private static int accepts(InstanceState state, TransitionResult.Effect effect, JsonNode event) {
        return ProgramExecutor.accepts(state, (TransitionResult.Listening) effect, event, BUDGET);
    }

    private static JournalEvent received(InstanceState state, TransitionResult.Effect effect, JsonNode event) {
        int filter = accepts(state, effect, event);
        assertThat(filter).as("filter of %s", event).isNotNegative();
        return new JournalEvent.Received(effect.id(), filter, JsonPayload.of(event));
    }

    private static JournalEvent happening(JsonNode then, TransitionResult.Effect effect) {
        String kind = then.fieldNames().next();
        JsonNode value = then.get(kind);
        switch (kind) {
            case "suspended":
                return new JournalEvent.Suspended();
            case "resumed":
                return new JournalEvent.Resumed();
            case "cancelling":
                return new JournalEvent.Cancelling();
            case "retried":
                return new JournalEvent.Retried(value.longValue());
            case "completed":
                return new JournalEvent.Completed(effect.id(), JsonPayload.of(value));
            case "failed":
                return new JournalEvent.Failed(effect.id(), WorkflowError.ofJson(value),
                        value.has("response") ? JsonPayload.of(value.get("response")) : null);
            case "scheduled":
                return new JournalEvent.Scheduled(effect.id(), value.longValue());
            case "fired":
                return new JournalEvent.Fired(effect.id());
            case "clock":
                return new JournalEvent.ClockRead(effect.id(), value.longValue());
            case "timedOut":
                return new JournalEvent.TimedOut(effect.id(), value.intValue());
            default:
                throw new IllegalArgumentException("A table cannot say that this happens: " + then);
        }
    }

    /** The wanted effect of an event: the effect that a row names, or the only effect. */
    private static TransitionResult.Effect effect(String id, List<TransitionResult.Effect> wanted) {
        if (id == null) {
            return wanted.isEmpty() ? null : wanted.get(0);
        }
        return wanted.stream().filter(effect -> effect.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Nobody wants " + id + " of " + wanted));
    }

    /** All rows of a table. */
    public static List<JsonNode> rows(String table) throws IOException {
        try (InputStream in = TableCase.class.getResourceAsStream("/executor/" + table + ".yaml")) {
            List<JsonNode> rows = new ArrayList<>();
            // The parser of Jackson does not know anchors and aliases.
            new ObjectMapper().<JsonNode>valueToTree(new Yaml().load(in)).forEach(rows::add);
            return rows;
        }
    }

    /** The journal of this row after its run: with the forks behind the start, and the end if it has ended. */
    public List<JournalEvent> journal() {
        List<JournalEvent> all = new ArrayList<>(journal);
        all.addAll(1, forks());
        TransitionResult last = steps.get(steps.size() - 1);
        if (last instanceof TransitionResult.Finished finished) {
            all.add(new JournalEvent.Ended(InstanceStatus.COMPLETED, JsonPayload.of(finished.output()), null));
        } else if (last instanceof TransitionResult.Faulted faulted) {
            all.add(new JournalEvent.Ended(InstanceStatus.FAULTED, null, faulted.error()));
        } else if (last instanceof TransitionResult.Cancelled cancelled) {
            all.add(new JournalEvent.Ended(InstanceStatus.CANCELLED, null, cancelled.failure()));
        }
        return all;
    }

    /** A step as rows write it. */
    public static JsonNode describe(TransitionResult step) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (step instanceof TransitionResult.Call call) {
            json.put("call", call.id()).set("arguments", call.arguments());
            describe(json, call.deadline());
        } else if (step instanceof TransitionResult.Timer timer) {
            json.put("timer", timer.id()).set("least", number(timer.leastMillis()));
            json.set("most", number(timer.mostMillis()));
        } else if (step instanceof TransitionResult.Waiting waiting) {
            json.put("waiting", waiting.id()).set("due", number(waiting.dueAtMillis()));
            describe(json, waiting.deadline());
        } else if (step instanceof TransitionResult.Listening listening) {
            json.put("listening", listening.id());
            describe(json, listening.deadline());
        } else if (step instanceof TransitionResult.Clock clock) {
            json.put("clock", clock.id());
        } else if (step instanceof TransitionResult.Halted halted) {
            json.put("halted", halted.effects().stream().map(TransitionResult.Effect::id).collect(Collectors.joining(" ")));
        } else if (step instanceof TransitionResult.Several several) {
            ArrayNode effects = json.putArray("several");
            several.effects().forEach(effect -> effects.add(describe(effect)));
        } else if (step instanceof TransitionResult.Noted) {
            json.put("noted", true);
        } else if (step instanceof TransitionResult.Finished finished) {
            json.set("output", finished.output());
        } else if (step instanceof TransitionResult.Faulted faulted) {
            json.set("fault", faulted.error().toJson());
        } else if (step instanceof TransitionResult.Cancelled cancelled) {
            json.set("cancelled", cancelled.failure() == null ? JsonNodeFactory.instance.objectNode()
                    : cancelled.failure().toJson());
        }
        return json;
    }

    private static void describe(ObjectNode json, TransitionResult.Due deadline) {
        if (deadline != null) {
            json.putObject("deadline").put("index", deadline.deadline()).set("at", number(deadline.atMillis()));
        }
    }

    /** A number as a YAML reader has it. */
    private static JsonNode number(long value) {
        return value == (int) value ? JsonNodeFactory.instance.numberNode((int) value)
                : JsonNodeFactory.instance.numberNode(value);
    }
}
