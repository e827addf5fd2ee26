package dev.cairn.runtime;

/**
 * Calls one method of the application. Implemented by classes that are generated while the application is built, so that a call
 * needs no reflection.
 */
public interface FunctionInvoker {

    /**
     * Calls the method.
     *
     * @param bean what it is called on; null for a static method that takes no bean
     * @param arguments one for each parameter of the method in order, boxed
     * @return what the method returned, boxed; null from a method without result
     * @throws Exception what the method threw
     */
    Object invoke(Object bean, Object[] arguments) throws Exception;
}
