package dev.cairn.compiler;

import java.util.Map;
import java.util.TreeMap;

import dev.cairn.api.SearchKeys;
import dev.cairn.definition.InstanceSpec;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.InstanceSettingsPlan;

/** Compiles what a definition says of its instances. */
final class InstanceSpecCompiler {

    private InstanceSpecCompiler() {}

    static InstanceSettingsPlan compile(CompilerContext context) {
        InstanceSpec spec = context.definition().metadata().instances();
        BoundExpression businessKey = spec.businessKey() == null ? null : key(context, spec.businessKey());
        Map<String, BoundExpression> attributes = new TreeMap<>();
        spec.attributes().forEach((name, template) -> {
            if (name.isEmpty() || name.length() > SearchKeys.MAX_CHARACTERS) {
                problem(context, template.location(), "The name of an attribute has 1 to " + SearchKeys.MAX_CHARACTERS
                        + " characters, not " + name.length() + ".", "Choose a shorter name.");
            }
            attributes.put(name, key(context, template));
        });
        if (attributes.size() > SearchKeys.MAX_ATTRIBUTES) {
            problem(context, spec.attributes().values().iterator().next().location(), "An instance has at most "
                    + SearchKeys.MAX_ATTRIBUTES + " attributes, not " + attributes.size() + ".",
                    "Keep those that instances are looked for by.");
        }
        return new InstanceSettingsPlan(businessKey, attributes, spec.retention(), spec.concurrency(), spec.keptEventMillis());
    }

    /** Keys are made once, before anything has happened: of the input and of nothing else. */
    private static BoundExpression key(CompilerContext context, ValueTemplate template) {
        CompiledTemplate compiled = context.expressions().compile(template, VariableScope.NONE);
        if (compiled.usesClock()) {
            problem(context, template.location(), "A search key cannot read the clock.", "It is made of the input alone.");
        }
        return compiled.expression();
    }

    private static void problem(CompilerContext context, SourceLocation location, String message, String suggestion) {
        context.problems().error(CompilerErrorCodes.SEARCH_KEY, location, message, suggestion);
    }
}
