package dev.cairn.effect.function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import io.quarkus.arc.Arc;
import io.smallrye.mutiny.Uni;

/**
 * Calls one method of the application. Made while the application starts; beans and the application's mapper are looked up at the
 * first call, when they exist.
 */
public final class FunctionPerformer implements EffectPerformer {

    private final FunctionTypes types;
    private final FunctionInvoker invoker;
    // Two first calls at once make two that are equal; either may stay.
    private volatile FunctionBinding binding;
    private volatile FunctionConverter converter;

    /**
     * @param function the method to call, and its thread
     * @param invoker the generated class that does it
     */
    public FunctionPerformer(FunctionMetadata function, FunctionInvoker invoker) {
        this.types = FunctionTypes.resolve(function);
        this.invoker = invoker;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        FunctionBinding bound = binding();
        return Uni.createFrom().emitter(emitter -> new RunningFunctionCall(bound, call, emitter).begin());
    }

    /** Has Jackson look at the types of the method, which takes long, so that the first call does not wait for it. */
    public void prepare() {
        converter();
    }

    private FunctionBinding binding() {
        FunctionBinding known = binding;
        if (known == null) {
            known = new FunctionBinding(types.function(), invoker, FunctionBeanProvider.find(Arc.container(), types.function()),
                    converter());
            binding = known;
        }
        return known;
    }

    private FunctionConverter converter() {
        FunctionConverter known = converter;
        if (known == null) {
            known = new FunctionConverter(types, Arc.container().instance(FunctionObjectMappers.class).get());
            converter = known;
        }
        return known;
    }
}
