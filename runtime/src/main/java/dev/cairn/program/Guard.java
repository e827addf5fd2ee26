package dev.cairn.program;

/**
 * Operations whose errors are handled. Of several guards of an operation the first in the program's list is the innermost.
 *
 * @param from first operation guarded
 * @param to first operation after that is not
 * @param handler where handling begins
 * @param errorRegister value register that gets the error
 */
public record Guard(int from, int to, int handler, int errorRegister) {}
