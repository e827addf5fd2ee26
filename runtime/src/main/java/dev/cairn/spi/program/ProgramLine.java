package dev.cairn.spi.program;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The command line of a program.
 *
 * @param command path of the program, or a name that is looked up in the {@code PATH}
 * @param arguments an array, or a missing node for none; values that are no text are passed as JSON
 * @param environment an object of further variables, or a missing node for none
 * @param idempotencyKey value of its variable {@code CAIRN_IDEMPOTENCY_KEY}
 * @param maxOutputBytes maximum size of its standard output, and of its standard error; a program that writes more is killed
 * @param outputSetting name of the setting with that size, for messages
 */
public record ProgramLine(String command, JsonNode arguments, JsonNode environment, String idempotencyKey, int maxOutputBytes,
        String outputSetting) {}
