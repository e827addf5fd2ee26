package dev.cairn.deployment.definition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Problems;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import io.quarkus.deployment.ApplicationArchive;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.deployment.builditem.HotDeploymentWatchedFileBuildItem;

/**
 * Reads the definitions that are written in YAML and JSON.
 */
class DefinitionFileProcessor {

    static final String DIRECTORY = "workflows";
    private static final Pattern DEFINITION = Pattern.compile(DIRECTORY + "/.*\\.(yaml|yml|json)");

    /** A predicate, so that dev mode sees files that are added later as well. */
    @BuildStep
    HotDeploymentWatchedFileBuildItem watch() {
        return HotDeploymentWatchedFileBuildItem.builder().setLocationPredicate(path -> DEFINITION.matcher(path).matches())
                .build();
    }

    @BuildStep
    void read(ApplicationArchivesBuildItem archives, BuildProducer<DefinitionBuildItem> definitions,
            BuildProducer<ProblemsBuildItem> found) {
        Problems problems = new Problems();
        files(archives).forEach((path, content) -> DefinitionReader.read(path, content, problems)
                .ifPresent(definition -> definitions.produce(new DefinitionBuildItem(definition, null))));
        found.produce(new ProblemsBuildItem(problems));
    }

    /** By path, so that problems have the same order in every build. */
    private static Map<String, byte[]> files(ApplicationArchivesBuildItem archives) {
        Map<String, byte[]> files = new TreeMap<>();
        for (ApplicationArchive archive : archives.getAllApplicationArchives()) {
            archive.accept(tree -> tree.walkIfContains(DIRECTORY, visit -> {
                String path = visit.getRelativePath("/");
                if (DEFINITION.matcher(path).matches() && Files.isRegularFile(visit.getPath())) {
                    try {
                        files.put(path, Files.readAllBytes(visit.getPath()));
                    } catch (IOException e) {
                        throw new UncheckedIOException("Cannot read " + path, e);
                    }
                }
            }));
        }
        return files;
    }
}
