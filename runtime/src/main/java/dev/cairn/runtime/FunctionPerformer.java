package dev.cairn.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.driver.EffectCall;
import dev.cairn.driver.Performer;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.smallrye.mutiny.Uni;

/**
 * Calls one method of the application. Made while the application starts; beans and the application's mapper are looked up at the
 * first call, when they exist.
 */
public final class FunctionPerformer implements Performer {

    private final FunctionTypes types;
    private final FunctionInvoker invoker;
    // Two first calls at once make two that are equal; either may stay.
    private volatile FunctionBinding binding;

    /**
     * @param function what to call, and where
     * @param invoker the generated class that does it
     */
    public FunctionPerformer(FunctionMetadata function, FunctionInvoker invoker) {
        this.types = FunctionTypes.resolve(function);
        this.invoker = invoker;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        FunctionBinding bound = binding();
        return Uni.createFrom().emitter(emitter -> new FunctionCall(bound, call, emitter).begin());
    }

    private FunctionBinding binding() {
        FunctionBinding known = binding;
        if (known == null) {
            ArcContainer container = Arc.container();
            known = new FunctionBinding(types.function(), invoker, FunctionBean.find(container, types.function()),
                    new FunctionConverter(types, container.instance(ObjectMapper.class).get()));
            binding = known;
        }
        return known;
    }
}
