package dev.cairn.effect.function;

/**
 * A callable method with its metadata, invoker, bean and converter.
 *
 * @param function its metadata
 * @param invoker calls it
 * @param bean gives the object that it is called on
 * @param converter converts to and from its types
 */
record FunctionBinding(FunctionMetadata function, FunctionInvoker invoker, FunctionBeanProvider bean,
        FunctionConverter converter) {}
