package dev.cairn.fluent.source;

import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.definition.MethodReference;

/**
 * Reads which method a method reference or lambda stands for. Only the description that the Java compiler made is looked at;
 * nothing is called and no class is loaded.
 */
public final class MethodReferenceReader {

    private static final String CONTEXT = "Ldev/cairn/api/CallContext;";
    private static final Pattern PARAMETER = Pattern.compile("\\[*(?:L[^;]+;|[ZBCSIJFD])");

    private MethodReferenceReader() {}

    /**
     * The method behind a method reference or lambda.
     *
     * @param function an instance of a serialisable functional interface, written as a method reference or lambda; or null
     * @return the method as a task calls it, or the fault: it is null, captures values, or is a method that a task cannot call
     */
    public static DefinitionFragment read(Serializable function) {
        if (function == null) {
            return DefinitionFragment.faulty(FluentErrorCodes.MISSING, "The method to call is null",
                    "Write it such as Bean::method.");
        }
        SerializedLambda lambda = describe(function);
        if (lambda == null) {
            return unsuitable("An object of " + function.getClass().getName() + " is neither a method reference nor a lambda",
                    "Write a method reference such as Inventory::reserve.");
        }
        MethodReference method = method(lambda);
        return lambda.getCapturedArgCount() > 0 ? captured(lambda, method) : suitable(lambda, method);
    }

    private static SerializedLambda describe(Serializable function) {
        try {
            Method writeReplace = function.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            Object replacement = writeReplace.invoke(function);
            return replacement instanceof SerializedLambda ? (SerializedLambda) replacement : null;
        } catch (NoSuchMethodException noLambda) {
            return null;
        } catch (ReflectiveOperationException inaccessible) {
            throw new IllegalStateException("Cannot ask " + function.getClass().getName() + " what it stands for",
                    inaccessible);
        }
    }

    private static MethodReference method(SerializedLambda lambda) {
        String owner = lambda.getImplClass().replace('/', '.');
        String name = lambda.getImplMethodName();
        boolean instance = lambda.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic
                && lambda.getImplMethodKind() != MethodHandleInfo.REF_newInvokeSpecial;
        return new MethodReference(owner, name, lambda.getImplMethodSignature(), instance, name.startsWith("lambda$"),
                instance ? receiver(lambda, owner) : null);
    }

    /** The class that was written before {@code ::}; the method may be inherited from another. */
    private static String receiver(SerializedLambda lambda, String owner) {
        Matcher first = PARAMETER.matcher(parameters(lambda.getInstantiatedMethodType()));
        boolean unbound = lambda.getCapturedArgCount() == 0 && first.lookingAt() && first.group().startsWith("L");
        return unbound ? first.group().substring(1, first.group().length() - 1).replace('/', '.') : owner;
    }

    private static DefinitionFragment captured(SerializedLambda lambda, MethodReference method) {
        if (method.synthetic()) {
            return DefinitionFragment.faulty(FluentErrorCodes.CAPTURING,
                    "The lambda uses values from around it, which are gone when the workflow runs",
                    "Hand them over as data of the workflow, or move the code into a method of a bean and write Bean::method.");
        }
        return DefinitionFragment.faulty(FluentErrorCodes.CAPTURING,
                "The method " + method.name() + " is bound to an object, which is gone when the workflow runs",
                isValue(method, lambda.getCapturedArg(0))
                        ? "Hand it over as data of the workflow, or move the code into a method of a bean and write Bean::method."
                        : "Write " + simpleName(method.owner()) + "::" + method.name()
                                + "; the bean is looked up when the method is called.");
    }

    /** True for what cannot be a bean. */
    private static boolean isValue(MethodReference method, Object bound) {
        return method.owner().startsWith("java.") || bound instanceof Record || bound instanceof Enum;
    }

    private static DefinitionFragment suitable(SerializedLambda lambda, MethodReference method) {
        if (lambda.getImplMethodKind() == MethodHandleInfo.REF_newInvokeSpecial) {
            return unsuitable("A task cannot call a constructor", "Write a lambda with typed parameters that calls it.");
        }
        if (method.instance() && method.beanClass().startsWith("java.")) {
            String type = simpleName(method.beanClass());
            return unsuitable(type + "::" + method.name() + " would be called on a bean, and " + type + " is no class of beans",
                    "Write a lambda: (" + type + " value) -> value." + method.name() + "().");
        }
        String parameters = parameters(method.descriptor());
        int arguments = count(parameters) - (parameters.endsWith(CONTEXT) ? 1 : 0);
        if (arguments > 1 || arguments == 1 && parameters.startsWith(CONTEXT)) {
            String what = method.synthetic() ? "A lambda" : "The method " + method.name();
            return unsuitable(
                    what + " that a task calls takes one argument at the most, and after it a CallContext if it wants one",
                    method.synthetic() ? "Call the method of a bean with Bean::method; a lambda gets no bean."
                            : "Take one object with all values, or name the method with @WorkflowFunction and use callFunction.");
        }
        return DefinitionFragment.method(method);
    }

    private static DefinitionFragment unsuitable(String message, String suggestion) {
        return DefinitionFragment.faulty(FluentErrorCodes.UNSUITABLE_METHOD, message, suggestion);
    }

    private static String parameters(String descriptor) {
        return descriptor.substring(1, descriptor.indexOf(')'));
    }

    private static int count(String parameters) {
        return (int) PARAMETER.matcher(parameters).results().count();
    }

    private static String simpleName(String className) {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
    }
}
