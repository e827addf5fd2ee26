package dev.cairn.deployment.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.cairn.definition.Problem;
import dev.cairn.definition.SourceLocation;
import io.quarkus.bootstrap.model.ApplicationModel;
import io.quarkus.bootstrap.workspace.ArtifactSources;
import io.quarkus.bootstrap.workspace.SourceDir;
import io.quarkus.bootstrap.workspace.WorkspaceModule;

/**
 * Resolves paths of sources to a form that a terminal can open: from the directory of the module that is built.
 *
 * @param module its directory
 * @param roots directories of sources and resources
 */
record SourcePathResolver(Path module, List<Path> roots) {

    private static final Pattern URL = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);

    static SourcePathResolver of(ApplicationModel application) {
        WorkspaceModule module = application.getApplicationModule();
        if (module == null) {
            return new SourcePathResolver(Path.of(""), List.of());
        }
        List<Path> roots = new ArrayList<>(roots(module));
        application.getWorkspaceModules().stream().filter(other -> !other.getId().equals(module.getId()))
                .forEach(other -> roots.addAll(roots(other)));
        return new SourcePathResolver(module.getModuleDir().toPath().toAbsolutePath(), roots);
    }

    private static List<Path> roots(WorkspaceModule module) {
        return module.getSourceClassifiers().stream().sorted().map(module::getSources).flatMap(SourcePathResolver::directories)
                .map(directory -> directory.getDir().toAbsolutePath()).toList();
    }

    private static Stream<SourceDir> directories(ArtifactSources sources) {
        return Stream.concat(sources.getSourceDirs().stream(), sources.getResourceDirs().stream());
    }

    /**
     * The path of a file that is known by its path below a root; of a file that stands nowhere that path again. The URL of a fetched
     * document is no path: on Windows none can have its colon.
     */
    String of(String file) {
        if (URL.matcher(file).lookingAt()) {
            return file;
        }
        return roots.stream().map(root -> root.resolve(file)).filter(Files::isRegularFile).findFirst()
                .map(found -> module.relativize(found).toString().replace('\\', '/')).orElse(file);
    }

    /** The same problem in the file that a terminal can open. */
    Problem of(Problem problem) {
        SourceLocation at = problem.location();
        SourceLocation there = new SourceLocation(of(at.file()), at.line(), at.column(), at.pointer(), at.written());
        return new Problem(problem.code(), problem.severity(), there, problem.message(), problem.suggestion());
    }
}
