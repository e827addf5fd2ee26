package dev.cairn.quarkus.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.cairn.definition.NameSuggestions;
import dev.cairn.program.Program;

/** Finds settings of workflows that the application does not have: they would be ignored without notice. */
public final class WorkflowSettingCheck {

    private WorkflowSettingCheck() {}

    /**
     * Looks at the names in {@code quarkus.cairn.workflow."name"}, and at the settings of schedules.
     *
     * @throws IllegalStateException if a name is neither the qualified nor the short name of a program, with all of them in the
     *         message; or if settings do not fit a schedule
     */
    public static void check(Map<String, CairnConfig.Workflow> configured, List<Program> programs) {
        Set<String> qualified = programs.stream().map(Program::workflow).collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = new TreeSet<>(qualified);
        programs.forEach(program -> known.add(program.name()));
        Set<String> unknown = new TreeSet<>(configured.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalStateException("CAIRN-0709: Settings name workflows that the application does not have: "
                    + unknown.stream().map(name -> described(name, known)).collect(Collectors.joining(", ")) + ". It has "
                    + (qualified.isEmpty() ? "none" : String.join(", ", qualified))
                    + ". Correct the name or remove the setting.");
        }
        ScheduleRulesReader.check(configured, programs);
    }

    private static String described(String name, Set<String> known) {
        String suggestion = NameSuggestions.didYouMean(name, known);
        return "quarkus.cairn.workflow.\"" + name + "\"" + (suggestion == null ? "" : " (" + suggestion + ")");
    }
}
