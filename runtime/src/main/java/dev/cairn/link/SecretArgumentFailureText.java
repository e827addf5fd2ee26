package dev.cairn.link;

import java.util.List;

import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.VariableBinding;

/** Finds the calls whose arguments read {@code $secrets}. */
final class SecretArgumentFailureText {

    private SecretArgumentFailureText() {}

    /**
     * The error text of a call whose arguments cannot be computed, or null if it reads no secrets. The text is constant: the
     * message of an expression can contain the secret, or a part of it.
     */
    static String failure(Program program, Operation.Call call) {
        List<VariableBinding> reads = call.arguments().bindings().stream()
                .filter(binding -> binding.source() == VariableBinding.Source.SECRETS).toList();
        if (reads.isEmpty()) {
            return null;
        }
        StringBuilder names = new StringBuilder();
        reads.forEach(read -> read.constant()
                .forEach(name -> names.append(names.isEmpty() ? "" : ", ").append(name.textValue())));
        return "The arguments of the task " + program.tasks().get(call.task()).name() + ", which reads $secrets (" + names
                + "), cannot be computed. What is wrong with them is not said, since that could quote a secret";
    }
}
