package dev.cairn.runtime;

/**
 * All that a call of a method needs.
 *
 * @param function what is known of it
 * @param invoker calls it
 * @param bean gives what it is called on
 * @param converter converts to and from its types
 */
record FunctionBinding(FunctionMetadata function, FunctionInvoker invoker, FunctionBean bean, FunctionConverter converter) {}
