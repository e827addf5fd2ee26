package dev.cairn.deployment.function;

import java.lang.reflect.Modifier;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;

import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.ClassSourceLocator;

/**
 * A method that a workflow calls, with its receiver.
 *
 * @param method the method
 * @param bean the class or interface whose bean is needed, or null
 * @param receiver the class through which the method is called: the bean's class, or the declaring class of a static method
 */
record FunctionMethod(MethodInfo method, DotName bean, ClassInfo receiver) {

    /** Of a static method or the body of a lambda that needs no bean. */
    static FunctionMethod ofStatic(MethodInfo method) {
        return new FunctionMethod(method, null, method.declaringClass());
    }

    /** Of a method of a bean; {@code beanClass} may have inherited it. */
    static FunctionMethod ofBean(MethodInfo method, ClassInfo beanClass) {
        return new FunctionMethod(method, beanClass.name(), beanClass);
    }

    /** The key by which programs call it: the same from build to build while the method stays the same. */
    String key() {
        return receiver.name() + "#" + method.name() + method.descriptor();
    }

    /** Its name in messages of the running application. */
    String label() {
        return receiver.simpleName() + "#" + method.name();
    }

    /** Its name in build errors. */
    String qualifiedLabel() {
        return receiver.name() + "#" + method.name();
    }

    boolean isStatic() {
        return Modifier.isStatic(method.flags());
    }

    SourceLocation location() {
        return ClassSourceLocator.at(method);
    }
}
