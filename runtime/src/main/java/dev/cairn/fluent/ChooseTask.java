package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Then;

/**
 * Decides where the workflow goes on: {@link Flows#choose(String, Choice...)}. Immutable.
 */
public final class ChooseTask extends FlowTask<ChooseTask> {

    private final List<Choice> choices;

    ChooseTask(String name, SourceLine place, FlowPart part, List<Choice> choices) {
        super(name, place, part);
        this.choices = choices;
    }

    @Override
    ChooseTask with(FlowPart changed) {
        return new ChooseTask(name(), place(), changed, choices);
    }

    @Override
    TaskKind kind() {
        return TaskKind.SWITCH;
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        ArrayNode array = json.putArray("switch");
        List<SwitchCase> cases = new ArrayList<>();
        for (Choice choice : choices) {
            String entry = properties.location().pointer() + "/switch/" + array.size();
            if (choice == null) {
                assembly.error(FluentCodes.MISSING, assembly.at(entry), "A choice is null", "Remove it.");
                continue;
            }
            String name = choice.name(array.size() + 1);
            SourceLocation location = assembly.place(choice.place(), entry + "/" + SourceLocation.escape(name));
            assembly.report(choice.part(), location.pointer());
            ObjectNode body = choice.part().json();
            array.addObject().set(name, body);
            Then then = ModelFactory.then(body, location);
            if (then != null) {
                cases.add(new SwitchCase(name, ModelFactory.expression(body, location, "when"), then, location));
            } else if (choice.part().mistakes().isEmpty()) {
                assembly.error(FluentCodes.MISSING, location, "The choice does not say where to go on", "Add .then(…).");
            }
        }
        return new Task.Switch(properties, cases);
    }
}
