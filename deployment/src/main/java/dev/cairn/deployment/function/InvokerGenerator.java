package dev.cairn.deployment.function;

import static org.jboss.jandex.gizmo2.Jandex2Gizmo.classDescOf;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.PrimitiveType;
import org.jboss.jandex.Type;

import dev.cairn.effect.function.FunctionInvoker;
import io.quarkus.gizmo2.Expr;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.gizmo2.LocalVar;
import io.quarkus.gizmo2.ParamVar;
import io.quarkus.gizmo2.creator.BlockCreator;
import io.quarkus.gizmo2.desc.ClassMethodDesc;
import io.quarkus.gizmo2.desc.InterfaceMethodDesc;
import io.quarkus.gizmo2.desc.MethodDesc;
import io.quarkus.runtime.util.HashUtil;

/**
 * Generates the class that calls a method: what a person would write, {@code return ((Inventory) bean).reserve((Order) arguments[0])}.
 */
final class InvokerGenerator {

    private static final String SUFFIX = "_CairnInvoker_";
    private static final String FALLBACK_PACKAGE = "dev.cairn.generated";

    private final Gizmo gizmo;

    InvokerGenerator(Gizmo gizmo) {
        this.gizmo = gizmo;
    }

    /** Name of the class for a method: in the package of a class, whose methods that are not public it may then call. */
    static String invokerName(FunctionMethod function) {
        String owner = owner(function).name().toString();
        String name = owner + SUFFIX + function.method().name().replace('$', '_') + "_" + HashUtil.sha1(function.key());
        return owner.startsWith("java.") ? FALLBACK_PACKAGE + name.substring(owner.lastIndexOf('.')) : name;
    }

    /** The class through which a method is called: a subclass may be in a package where only a public one is accessible. */
    private static ClassInfo owner(FunctionMethod function) {
        MethodInfo method = function.method();
        return Modifier.isPublic(method.flags()) ? function.receiver() : method.declaringClass();
    }

    /** The class whose package and class loader an invoker shares. */
    static String ownerName(String invokerName) {
        return invokerName.substring(0, invokerName.indexOf(SUFFIX));
    }

    void generate(FunctionMethod function) {
        gizmo.class_(invokerName(function), type -> {
            type.implements_(FunctionInvoker.class);
            type.defaultConstructor();
            type.method("invoke", method -> {
                method.returning(Object.class);
                ParamVar bean = method.parameter("bean", Object.class);
                ParamVar arguments = method.parameter("arguments", Object[].class);
                method.throws_(Exception.class);
                method.body(body -> call(body, function, bean, arguments));
            });
        });
    }

    private static void call(BlockCreator body, FunctionMethod function, ParamVar bean, ParamVar arguments) {
        MethodDesc target = target(function);
        LocalVar receiver = function.isStatic() ? null : body.localVar("receiver", body.cast(bean, target.owner()));
        List<Expr> values = new ArrayList<>();
        for (Type type : function.method().parameterTypes()) {
            values.add(body.localVar("value" + values.size(), unboxed(body, arguments.elem(values.size()), type)));
        }
        Expr result;
        if (receiver == null) {
            result = body.invokeStatic(target, values);
        } else if (function.receiver().isInterface()) {
            result = body.invokeInterface(target, receiver, values);
        } else {
            result = body.invokeVirtual(target, receiver, values);
        }
        if (result.isVoid()) {
            body.returnNull();
        } else {
            body.return_(function.method().returnType().kind() == Type.Kind.PRIMITIVE ? body.box(result) : result);
        }
    }

    private static Expr unboxed(BlockCreator body, Expr value, Type type) {
        if (type.kind() == Type.Kind.PRIMITIVE) {
            return body.unbox(body.cast(value, classDescOf(PrimitiveType.box(type.asPrimitiveType()))));
        }
        return body.cast(value, classDescOf(type));
    }

    private static MethodDesc target(FunctionMethod function) {
        MethodInfo method = function.method();
        ClassDesc owner = classDescOf(owner(function));
        MethodTypeDesc type = MethodTypeDesc.of(classDescOf(method.returnType()),
                method.parameterTypes().stream().map(parameter -> classDescOf(parameter)).toArray(ClassDesc[]::new));
        return function.receiver().isInterface() ? InterfaceMethodDesc.of(owner, method.name(), type)
                : ClassMethodDesc.of(owner, method.name(), type);
    }
}
