package dev.cairn.deployment.definition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.document.RemoteDocumentsBuildItem;
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
    void read(ApplicationArchivesBuildItem archives, RemoteDocumentsBuildItem remote, ReferredResourcesBuildItem ofClasses,
            BuildProducer<DefinitionBuildItem> definitions, BuildProducer<ProblemsBuildItem> found,
            BuildProducer<HotDeploymentWatchedFileBuildItem> watched) {
        WatchedResourceCollector resources = new WatchedResourceCollector(path -> resource(archives, path),
                remote.documents());
        List<ReadFile> all = new ArrayList<>();
        for (DefinitionFile file : files(archives)) {
            ProblemCollector problems = new ProblemCollector();
            all.add(new ReadFile(file, DefinitionReader.read(file.path(), file.content(), resources, problems), problems));
        }
        // A schema that lies beside the definitions that refer to it is no definition.
        all.stream().filter(file -> !resources.referred().contains(file.source().path()))
                .filter(file -> !ofClasses.contains(file.source().path())).forEach(file -> {
                    file.definition().ifPresent(definition -> definitions
                            .produce(new DefinitionBuildItem(definition, null, file.problems(), file.source().text())));
                    found.produce(new ProblemsBuildItem(file.problems()));
                });
        resources.watch(watched);
    }

    /** By path, so that problems have the same order in every build. */
    private static List<DefinitionFile> files(ApplicationArchivesBuildItem archives) {
        List<DefinitionFile> files = new ArrayList<>();
        for (ApplicationArchive archive : archives.getAllApplicationArchives()) {
            archive.accept(tree -> tree.walkIfContains(DIRECTORY, visit -> {
                String path = visit.getRelativePath("/");
                if (DEFINITION.matcher(path).matches() && Files.isRegularFile(visit.getPath())) {
                    files.add(new DefinitionFile(path, content(visit.getPath())));
                }
            }));
        }
        files.sort(Comparator.comparing(DefinitionFile::path));
        return files;
    }

    private static Optional<byte[]> resource(ApplicationArchivesBuildItem archives, String path) {
        return archives.getAllApplicationArchives().stream()
                .map(archive -> archive.apply(tree -> tree.apply(path, visit -> visit == null
                        || !Files.isRegularFile(visit.getPath()) ? null : content(visit.getPath()))))
                .filter(Objects::nonNull).findFirst();
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    private record ReadFile(DefinitionFile source, Optional<Definition> definition, ProblemCollector problems) {}

    /** Two archives may have files of the same path. */
    private record DefinitionFile(String path, byte[] content) {

        String text() {
            return new String(content, StandardCharsets.UTF_8);
        }
    }
}
