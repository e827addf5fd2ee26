/**
 * A definition compiled: flat operations with jumps as indexes, expressions as trees, variables as registers. Data only; the
 * executor gives it life after the linker has turned it into handlers.
 */
package dev.cairn.program;
