package dev.cairn.link;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.VariableBinding;

/** Finds the calls whose arguments read {@code $secrets}, {@code $config} or {@code $authorization}. */
final class SecretArgumentFailureText {

    private SecretArgumentFailureText() {}

    /**
     * The error text of a call whose arguments cannot be computed, or null if it reads none of them. The text is constant: the
     * message of an expression can contain the secret, or the stand-in for the credentials, or a part of it.
     */
    static String failure(Program program, Operation.Call call) {
        List<VariableBinding> reads = call.arguments().bindings().stream()
                .filter(binding -> binding.source() == VariableBinding.Source.SECRETS
                        || binding.source() == VariableBinding.Source.CONFIG
                        || binding.source() == VariableBinding.Source.AUTHORIZATION)
                .toList();
        if (reads.isEmpty()) {
            return null;
        }
        String names = reads.stream().map(SecretArgumentFailureText::names).collect(Collectors.joining(" and "));
        return "The arguments of the task " + program.tasks().get(call.task()).name() + ", which reads " + names
                + ", cannot be computed. What is wrong with them is not said, since that could quote a secret";
    }

    private static String names(VariableBinding read) {
        if (read.source() == VariableBinding.Source.AUTHORIZATION) {
            return "$" + read.name();
        }
        List<String> names = new ArrayList<>();
        if (read.constant().isObject()) {
            read.constant().fieldNames().forEachRemaining(names::add);
        } else {
            read.constant().forEach(name -> names.add(name.textValue()));
        }
        return "$" + read.name() + " (" + String.join(", ", names) + ")";
    }
}
