package dev.cairn.executor;

import java.util.Random;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes definitions at random: every kind, nested, with directives that lead forward. */
final class RandomDefinition {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Random random;
    private int names;

    RandomDefinition(long seed) {
        this.random = new Random(seed);
    }

    ArrayNode tasks(int depth) {
        int size = 1 + random.nextInt(4);
        int first = names;
        names += size;
        ArrayNode tasks = JSON.arrayNode();
        for (int i = 0; i < size; i++) {
            String later = i + 1 < size ? "t" + (first + i + 1 + random.nextInt(size - i - 1)) : "continue";
            ObjectNode task = task(depth, later);
            if (random.nextInt(5) == 0) {
                task.put("if", ". % 2 == 0");
            }
            if (random.nextInt(5) == 0) {
                task.put("then", new String[] { "continue", "exit", "end", later }[random.nextInt(4)]);
            }
            tasks.addObject().set("t" + (first + i), task);
        }
        return tasks;
    }

    private ObjectNode task(int depth, String later) {
        ObjectNode task = JSON.objectNode();
        switch (random.nextInt(depth == 0 ? 4 : 8)) {
            case 0:
                return task.put("set", "${ . + " + random.nextInt(9) + " }");
            case 1:
                return task.put("call", "ping");
            case 2:
                ObjectNode chosen = JSON.objectNode().put("when", ". > 10").put("then",
                        random.nextInt(4) == 0 ? "exit" : later);
                task.putArray("switch").addObject().set("large", chosen);
                return task;
            case 3:
                if (random.nextInt(3) > 0) {
                    return task.put("set", "${ . + 1 }");
                }
                task.putObject("raise").putObject("error").put("type", "https://example.com/e").put("status",
                        500 + random.nextInt(2));
                return task;
            case 4:
                task.set("do", tasks(depth - 1));
                return task;
            case 5:
                ArrayNode items = task.putObject("for").putArray("in");
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(i);
                }
                task.set("do", tasks(depth - 1));
                return task;
            case 6:
                return fork(task, depth);
            default:
                return guarded(task, depth);
        }
    }

    /** Each branch begins with a call, so that none is done, or fails, before all have begun. */
    private ObjectNode fork(ObjectNode task, int depth) {
        ObjectNode fork = task.putObject("fork");
        ArrayNode branches = fork.putArray("branches");
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            ArrayNode tasks = JSON.arrayNode();
            tasks.addObject().putObject("t" + names++).put("call", "ping");
            tasks.addAll(tasks(depth - 1));
            branches.addObject().putObject("t" + names++).set("do", tasks);
        }
        if (random.nextInt(3) == 0) {
            fork.put("compete", true);
        } else {
            task.putObject("output").put("as", "${ add }");
        }
        return task;
    }

    private ObjectNode guarded(ObjectNode task, int depth) {
        task.set("try", tasks(depth - 1));
        ObjectNode handler = task.putObject("catch");
        if (random.nextInt(3) == 0) {
            return undone(task, handler, depth);
        }
        handler.putObject("errors").putObject("with").put("status", 500);
        if (random.nextBoolean()) {
            handler.putObject("retry").putObject("limit").putObject("attempt").put("count", 1 + random.nextInt(2));
        }
        handler.set("do", tasks(depth - 1));
        return task;
    }

    /** Compensation, which runs when the instance is cancelled, too: it ends by raising the caught error. */
    private ObjectNode undone(ObjectNode task, ObjectNode handler, int depth) {
        ArrayNode undoing = JSON.arrayNode();
        undoing.addObject().putObject("t" + names++).put("call", "ping");
        if (random.nextBoolean()) {
            undoing.addObject().putObject("t" + names++).set("do", tasks(depth - 1));
        }
        undoing.addObject().putObject("t" + names++).putObject("raise").putObject("error").put("type", "${ $error.type }")
                .put("status", "${ $error.status }");
        handler.set("do", undoing);
        return task;
    }
}
