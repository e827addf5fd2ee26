package dev.cairn.effect.function;

import java.util.function.Supplier;

import jakarta.enterprise.context.Dependent;

import io.quarkus.arc.ArcContainer;
import io.quarkus.arc.InjectableBean;
import io.quarkus.arc.InstanceHandle;

/**
 * Gives the bean that a method is called on: the same for every call, or, for a dependent bean, a new one for each.
 */
final class FunctionBeanProvider {

    private static final Lease NOTHING = new Lease(null, () -> {});

    private final Supplier<Lease> leases;

    private FunctionBeanProvider(Supplier<Lease> leases) {
        this.leases = leases;
    }

    static FunctionBeanProvider find(ArcContainer container, FunctionMetadata function) {
        if (function.bean() == null) {
            return new FunctionBeanProvider(() -> NOTHING);
        }
        InjectableBean<Object> bean = container.bean(function.bean());
        if (bean.getScope() == Dependent.class) {
            return new FunctionBeanProvider(() -> {
                InstanceHandle<Object> handle = container.instance(bean);
                return new Lease(handle.get(), handle::destroy);
            });
        }
        Lease shared = new Lease(container.instance(bean).get(), () -> {});
        return new FunctionBeanProvider(() -> shared);
    }

    /** Takes the bean for one call. */
    Lease take() {
        return leases.get();
    }

    /**
     * A bean for the length of one call.
     *
     * @param instance the bean, or null if the method needs none
     * @param end to be run once, when the call is over
     */
    record Lease(Object instance, Runnable end) {}
}
