package dev.cairn.deployment.function;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.MethodParameterInfo;
import org.jboss.jandex.Type;

import dev.cairn.api.CallContext;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.effect.function.FunctionMetadata.Parameter;

/**
 * Checks whether workflows can call a method, and finds out what they need to know of it.
 */
final class MethodInspector {

    private static final DotName CALL_CONTEXT = DotName.createSimple(CallContext.class.getName());

    private final IndexView index;
    private final ThreadRules threads;
    private final ProblemCollector problems;

    MethodInspector(IndexView index, ThreadRules threads, ProblemCollector problems) {
        this.index = index;
        this.threads = threads;
        this.problems = problems;
    }

    /**
     * The facts of the method. Its faults have been reported; definitions that call it can be compiled all the same, to find
     * their own faults.
     */
    InspectedFunction inspect(FunctionMethod function) {
        checkForm(function);
        TypeVariableResolver variables = TypeVariableResolver.of(function, index);
        List<Type> types = function.method().parameterTypes().stream().map(variables::resolve).toList();
        Type returned = variables.resolve(function.method().returnType());
        return new InspectedFunction(function, threads.decide(function, returned), parameters(function, types),
                resultType(function, returned),
                Stream.concat(types.stream(), Stream.of(MethodTypeClassifier.awaited(returned))).toList());
    }

    private void checkForm(FunctionMethod function) {
        MethodInfo method = function.method();
        if (!method.typeParameters().isEmpty()) {
            problem(BuildErrorCodes.METHOD_TYPE, function, "has type parameters of its own",
                    "Use concrete types: JSON has to be converted to them.");
        }
        if (function.bean() != null && function.isStatic()) {
            problem(BuildErrorCodes.METHOD, function, "is static, and a function is called on its bean", "Remove static.");
        } else if (!function.isStatic() && Modifier.isPrivate(method.flags())) {
            problem(BuildErrorCodes.METHOD, function, "is private, so it cannot be called on its bean",
                    "Make it at least package-private.");
        }
    }

    private List<Parameter> parameters(FunctionMethod function, List<Type> types) {
        List<Parameter> parameters = new ArrayList<>();
        for (MethodParameterInfo parameter : function.method().parameters()) {
            parameters.add(parameter(function, parameter, types.get(parameter.position())));
        }
        return parameters;
    }

    private Parameter parameter(FunctionMethod function, MethodParameterInfo parameter, Type resolved) {
        String name = parameter.name();
        if (CALL_CONTEXT.equals(resolved.name())) {
            return new Parameter(name == null ? "context" : name, null);
        }
        if (name == null && !function.method().isSynthetic()) {
            problem(BuildErrorCodes.METHOD, function, "has parameters whose names are not known",
                    "Compile it with -parameters.");
        }
        if (function.method().isSynthetic()) {
            checkErasure(function, resolved);
        }
        String shown = name == null ? "argument" + parameter.position() : name;
        Optional<String> type = MethodTypeClassifier.canonicalName(resolved);
        if (type.isEmpty()) {
            problem(BuildErrorCodes.METHOD_TYPE, function,
                    "has a parameter " + shown + " of type " + resolved + ", which JSON cannot be converted to",
                    "Use a type without type variables.");
        }
        return new Parameter(shown, type.orElse(DotName.OBJECT_NAME.toString()));
    }

    /** The Java compiler does not write down what the type arguments of a lambda's parameters are. */
    private void checkErasure(FunctionMethod function, Type type) {
        ClassInfo declared = type.kind() == Type.Kind.CLASS ? index.getClassByName(type.name()) : null;
        if (declared != null && !declared.typeParameters().isEmpty()) {
            problems.warning(BuildErrorCodes.METHOD_TYPE, function.location(),
                    "A lambda takes a " + declared.simpleName()
                            + " whose type arguments are lost when it is compiled: what is in it"
                            + " will be maps, lists, strings, numbers and booleans.",
                    "Write a method with this parameter and refer to it.");
        }
    }

    private String resultType(FunctionMethod function, Type declared) {
        if (MethodTypeClassifier.isNoSingleValue(declared)) {
            problem(BuildErrorCodes.METHOD_TYPE, function,
                    "returns a " + declared.name().withoutPackagePrefix() + ", which is not one value that can be awaited",
                    "Return the value, or a Uni of it; for several values a Uni of a list.");
            return null;
        }
        Type result = MethodTypeClassifier.awaited(declared);
        if (MethodTypeClassifier.isNothing(result)) {
            return null;
        }
        Optional<String> type = MethodTypeClassifier.canonicalName(result);
        if (type.isEmpty()) {
            problem(BuildErrorCodes.METHOD_TYPE, function, "returns " + declared + ", which cannot be converted to JSON",
                    "Use a type without type variables.");
        }
        return type.orElse(null);
    }

    private void problem(String code, FunctionMethod function, String what, String suggestion) {
        problems.error(code, function.location(), function.qualifiedLabel() + " " + what + ".", suggestion);
    }
}
