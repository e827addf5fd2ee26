package dev.cairn.deployment.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.WorkflowCatalog;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.deployment.CairnVersion;
import dev.cairn.deployment.CallIntegrationBuildItem;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.StoreBuildItem;
import dev.cairn.deployment.WarningsBuildItem;
import dev.cairn.deployment.function.FunctionsBuildItem;
import dev.cairn.program.Program;
import dev.cairn.quarkus.config.CairnBuildConfig;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.ConfigurationBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;

/**
 * Compiles all definitions and fails the build if anything is wrong with any of them.
 */
class CompilerProcessor {

    CairnBuildConfig config;

    @BuildStep
    CompilerSettingsBuildItem settings(CurateOutcomeBuildItem dependencies, ConfigurationBuildItem configuration) {
        return new CompilerSettingsBuildItem(dependencies, ReadableConfigFinder.find(config.config(), configuration));
    }

    @BuildStep
    ProgramsBuildItem compile(List<DefinitionBuildItem> items, FunctionsBuildItem functions, List<StoreBuildItem> stores,
            List<ProblemsBuildItem> found, List<CallIntegrationBuildItem> integrations, CompilerSettingsBuildItem settings,
            BuildProducer<WarningsBuildItem> warnings) {
        ProblemCollector problems = new ProblemCollector();
        SourcePathResolver paths = SourcePathResolver.of(settings.dependencies().getApplicationModel());
        found.forEach(item -> item.problems().forEach(problems::add));
        checkStore(stores, problems);
        List<DefinitionBuildItem> sorted = items.stream()
                .sorted(Comparator.comparing(item -> item.definition().location().file())).toList();
        List<Definition> definitions = sorted.stream().map(DefinitionBuildItem::definition).toList();
        checkUnique(definitions, paths, problems);
        Map<Document, List<Problem>> ofDefinitions = new HashMap<>();
        List<Program> programs = compile(sorted, new DefinitionCompiler(functions.functions(),
                WorkflowCatalog.of(definitions), config.run().allowed().orElse(Set.of()),
                integrations.stream().map(CallIntegrationBuildItem::call).collect(Collectors.toSet()),
                CairnVersion.of(settings.dependencies())).withConfig(settings.config()),
                problems, ofDefinitions);
        ProblemReport.report(problems.all().stream().map(paths::of).toList());
        warnings.produce(new WarningsBuildItem(ofDefinitions));
        return new ProgramsBuildItem(programs);
    }

    /** @param byDefinition gets the problems of each definition */
    private static List<Program> compile(List<DefinitionBuildItem> items, DefinitionCompiler compiler,
            ProblemCollector problems,
            Map<Document, List<Problem>> byDefinition) {
        List<Program> programs = new ArrayList<>();
        for (DefinitionBuildItem item : items) {
            // Of this definition alone: another one of the same file may have the same mistake at the same pointer.
            ProblemCollector own = new ProblemCollector();
            item.problems().forEach(own::add);
            DefinitionValidator.validate(item.definition(), own);
            compiler.compile(item.definition(), own).ifPresent(programs::add);
            own.all().forEach(problems::add);
            byDefinition.put(item.definition().document(), own.all());
        }
        return programs;
    }

    private static void checkUnique(List<Definition> definitions, SourcePathResolver paths, ProblemCollector problems) {
        Map<String, Definition> byId = new HashMap<>();
        for (Definition definition : definitions) {
            Document document = definition.document();
            Definition other = byId.putIfAbsent(document.toString(), definition);
            if (other != null) {
                problems.error(BuildErrorCodes.DUPLICATE_DEFINITION, definition.location(),
                        "The workflow " + document + " is defined in " + paths.of(other.location().file()) + " as well.",
                        "Give one of them another name or version.");
            }
        }
    }

    private static void checkStore(List<StoreBuildItem> stores, ProblemCollector problems) {
        SourceLocation application = new SourceLocation("pom.xml", 0, 0, "");
        if (stores.isEmpty()) {
            problems.error(BuildErrorCodes.STORE, application, "The application has no store for its workflows.",
                    "Add one dependency: quarkus-cairn-persistence-file keeps instances on a disk of this machine,"
                            + " quarkus-cairn-persistence-redis in Redis or Valkey, quarkus-cairn-persistence-jpa in a database,"
                            + " quarkus-cairn-persistence-none forgets them when the application stops.");
        } else if (stores.size() > 1) {
            problems.error(BuildErrorCodes.STORE, application,
                    "The application has several stores for its workflows: "
                            + stores.stream().map(StoreBuildItem::name).sorted().collect(Collectors.joining(", ")) + ".",
                    "Keep one of the dependencies quarkus-cairn-persistence-….");
        }
    }
}
