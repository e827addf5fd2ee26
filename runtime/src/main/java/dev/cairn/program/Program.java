package dev.cairn.program;

import java.util.List;

import dev.cairn.value.JsonPayload;

/**
 * A definition compiled.
 *
 * @param header its identity and settings
 * @param operations run from the first on
 * @param tasks the tasks, in the order they were written; the first stands for the workflow itself
 * @param guards innermost first
 * @param deadlines in any order
 * @param schemas JSON Schemas that operations refer to by index
 * @param functions keys of the functions that calls refer to by index
 * @param inputSchema index of the schema of the workflow's input, or -1: checked before anything is started
 * @param valueRegisters number of value registers of the state
 * @param numberRegisters number of number registers of the state; register 0 is the clock
 * @param shape hash over all that replay depends on
 */
public record Program(
        ProgramMetadata header,
        List<Operation> operations,
        List<TaskInfo> tasks,
        List<ErrorGuardRange> guards,
        List<DeadlineScope> deadlines,
        List<JsonPayload> schemas,
        List<String> functions,
        int inputSchema,
        int valueRegisters,
        int numberRegisters,
        long shape) {

    public Program {
        operations = List.copyOf(operations);
        tasks = List.copyOf(tasks);
        guards = List.copyOf(guards);
        deadlines = List.copyOf(deadlines);
        schemas = List.copyOf(schemas);
        functions = List.copyOf(functions);
    }

    /** Number register that {@code now} reads. */
    public static final int CLOCK_REGISTER = 0;

    /** Qualified name, {@code namespace:name}. */
    public String workflow() {
        return header.workflow();
    }

    /** Semantic version. */
    public String version() {
        return header.version();
    }

    /** The triggers that start its instances. */
    public ProgramTriggers triggers() {
        return header.triggers();
    }

    /** Its name without the namespace. */
    public String name() {
        return workflow().substring(workflow().indexOf(':') + 1);
    }

    /** {@code namespace:name:version}: for messages. */
    public String id() {
        return workflow() + ":" + version();
    }

    /** This program with its shape hash. */
    public Program withShape(long newShape) {
        return new Program(header, operations, tasks, guards, deadlines, schemas, functions, inputSchema, valueRegisters,
                numberRegisters, newShape);
    }
}
