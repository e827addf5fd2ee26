package dev.cairn.engine.option;

import java.util.Map;

import dev.cairn.api.InstanceStatus;
import dev.cairn.program.Program;
import dev.cairn.value.RetentionSpec;

/**
 * Retention of ended instances. The configuration of a workflow takes precedence over its definition, which takes precedence
 * over the setting for all workflows.
 *
 * @param all for all workflows; the default time fills its gaps
 * @param workflows by qualified name {@code namespace:name}, or by name alone
 */
public record RetentionRules(RetentionSpec all, Map<String, RetentionSpec> workflows) {

    /** The default time for everything that says nothing else. */
    public static final RetentionRules NONE = new RetentionRules(RetentionSpec.NONE, Map.of());

    /** Retention of an instance that ended with a status. */
    public long millis(Program program, InstanceStatus status, long defaultMillis) {
        RetentionSpec spec = spec(program.workflow()).orElse(spec(program.name()))
                .orElse(program.header().instances().retention()).orElse(all);
        long said = said(spec, status);
        return said == RetentionSpec.UNSAID ? defaultMillis : said;
    }

    private RetentionSpec spec(String workflow) {
        return workflows.getOrDefault(workflow, RetentionSpec.NONE);
    }

    private static long said(RetentionSpec spec, InstanceStatus status) {
        switch (status) {
            case COMPLETED:
                return spec.completedMillis();
            case FAULTED:
                return spec.faultedMillis();
            default:
                return spec.cancelledMillis();
        }
    }
}
