package dev.cairn.deployment;

import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.maven.dependency.ResolvedDependency;

/** The version of Cairn that an application is built with. */
public final class CairnVersion {

    private CairnVersion() {}

    /** The version of the extension among the dependencies; {@code unknown} if it is none of them. */
    public static String of(CurateOutcomeBuildItem dependencies) {
        return dependencies.getApplicationModel().getDependencies().stream()
                .filter(dependency -> dependency.getGroupId().equals("dev.cairn")
                        && dependency.getArtifactId().equals("quarkus-cairn"))
                .map(ResolvedDependency::getVersion).findFirst().orElse("unknown");
    }
}
