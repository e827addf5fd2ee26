package dev.cairn.definition;

/**
 * A method as a serialised lambda names it.
 *
 * @param owner class that has the method, with dots
 * @param name of the method
 * @param descriptor of the method (JVMS 4.3.3)
 * @param instance true if it is called on a bean, false if it is static
 * @param synthetic true for the body of a lambda
 * @param beanClass the class whose bean it is called on, with dots; null for a static method
 */
public record MethodReference(
        String owner, String name, String descriptor, boolean instance, boolean synthetic, String beanClass) {}
