package dev.cairn.effect.function;

/**
 * Calls one method of the application. Implemented by classes that are generated while the application is built, so that a call
 * needs no reflection.
 */
public interface FunctionInvoker {

    /**
     * Calls the method.
     *
     * @param bean the object that it is called on; null for a static method that takes no bean
     * @param arguments one for each parameter of the method in order, boxed
     * @return the method's result, boxed; null from a method without result
     * @throws Exception any exception of the method
     */
    Object invoke(Object bean, Object[] arguments) throws Exception;
}
