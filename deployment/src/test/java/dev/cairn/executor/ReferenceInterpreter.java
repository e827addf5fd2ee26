package dev.cairn.executor;

import java.util.Iterator;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Does what a definition says, task by task, in the simplest way: by recursion over its JSON, with Java for expressions. It knows
 * only what {@link RandomDefinition} writes, and shares no code with what it is compared with.
 */
final class ReferenceInterpreter {

    /** Answers the call of a function; the number counts the calls from 0. */
    interface Answers {
        int answer(int number);
    }

    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int status;

        Failed(int status) {
            super(null, null, false, false);
            this.status = status;
        }
    }

    private enum Way {
        NEXT,
        EXIT,
        END
    }

    private final Answers answers;
    private int calls;
    private int value;
    /** The status of the error that is being handled. */
    private int caught;

    ReferenceInterpreter(Answers answers) {
        this.answers = answers;
    }

    /** The output, or {@code {"status": n}} of the error. */
    JsonNode run(JsonNode tasks, int input) {
        value = input;
        try {
            list(tasks);
            return JsonNodeFactory.instance.numberNode(value);
        } catch (Failed failed) {
            return JsonNodeFactory.instance.objectNode().put("status", failed.status);
        }
    }

    int calls() {
        return calls;
    }

    private Way list(JsonNode tasks) {
        for (int i = 0; i < tasks.size();) {
            Map.Entry<String, JsonNode> entry = tasks.get(i).properties().iterator().next();
            JsonNode task = entry.getValue();
            String then = null;
            if (!task.has("if") || value % 2 == 0) {
                Way way = task(task);
                if (way == Way.END) {
                    return way;
                }
                then = chosen == null ? task.path("then").textValue() : chosen;
                chosen = null;
            }
            if ("end".equals(then)) {
                return Way.END;
            }
            if ("exit".equals(then)) {
                return Way.EXIT;
            }
            i = then == null || "continue".equals(then) ? i + 1 : index(tasks, then);
        }
        return Way.NEXT;
    }

    /** The decision of a switch, until the list has followed it. */
    private String chosen;

    private static int index(JsonNode tasks, String name) {
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i).has(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("No task " + name);
    }

    private Way task(JsonNode task) {
        if (task.has("set")) {
            value = value + added(task.get("set").textValue());
        } else if (task.has("call")) {
            value = answers.answer(calls++);
        } else if (task.has("raise")) {
            JsonNode status = task.get("raise").get("error").get("status");
            throw new Failed(status.isTextual() ? caught : status.intValue());
        } else if (task.has("switch")) {
            JsonNode cases = task.get("switch");
            chosen = value > 10 ? cases.get(0).get("large").get("then").textValue() : task.path("then").asText("continue");
        } else if (task.has("for")) {
            return loop(task);
        } else if (task.has("fork")) {
            return fork(task.get("fork"));
        } else if (task.has("try")) {
            return guarded(task);
        } else {
            return inner(list(task.get("do")));
        }
        return Way.NEXT;
    }

    /** Leaving an inner list is the end of its task, and nothing more. */
    private static Way inner(Way way) {
        return way == Way.END ? way : Way.NEXT;
    }

    private Way loop(JsonNode task) {
        for (Iterator<JsonNode> items = task.get("for").get("in").elements(); items.hasNext(); items.next()) {
            if (list(task.get("do")) == Way.END) {
                return Way.END;
            }
        }
        return Way.NEXT;
    }

    /** Calls are answered in the order they are written, so one branch after another is done. */
    private Way fork(JsonNode fork) {
        int input = value;
        int sum = 0;
        Failed last = null;
        boolean compete = fork.path("compete").asBoolean();
        for (JsonNode branch : fork.get("branches")) {
            value = input;
            try {
                if (list(branch.elements().next().get("do")) == Way.END) {
                    return Way.END;
                }
                last = null;
                sum += value;
                if (compete) {
                    return Way.NEXT;
                }
            } catch (Failed failed) {
                chosen = null;
                last = failed;
                if (!compete) {
                    throw failed;
                }
            }
        }
        if (last != null) {
            throw last;
        }
        value = sum;
        return Way.NEXT;
    }

    private Way guarded(JsonNode task) {
        int input = value;
        JsonNode handler = task.get("catch");
        int retries = handler.path("retry").path("limit").path("attempt").path("count").asInt(0);
        for (int attempt = 0;; attempt++) {
            value = input;
            try {
                return inner(list(task.get("try")));
            } catch (Failed failed) {
                chosen = null;
                JsonNode wanted = handler.at("/errors/with/status");
                if (!wanted.isMissingNode() && failed.status != wanted.intValue()) {
                    throw failed;
                }
                if (attempt >= retries) {
                    value = input;
                    return handling(handler, failed);
                }
            }
        }
    }

    private Way handling(JsonNode handler, Failed failed) {
        int outer = caught;
        caught = failed.status;
        try {
            return inner(list(handler.get("do")));
        } finally {
            caught = outer;
        }
    }

    /** Of {@code ${ . + n }}. */
    private static int added(String expression) {
        return Integer.parseInt(expression.replaceAll("\\D", ""));
    }

    static ObjectNode body(JsonNode tasks) {
        return JsonNodeFactory.instance.objectNode().set("do", tasks);
    }
}
