package dev.cairn.integrations.grpc.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

import io.quarkus.bootstrap.model.ApplicationModel;
import io.quarkus.maven.dependency.ResolvedDependency;

/** Finds the compiler of proto files, which the gRPC extension of Quarkus brings for its code generation. */
final class ProtocExecutable {

    private ProtocExecutable() {}

    /**
     * The executable.
     *
     * @param directory gets a copy that can be executed
     * @return empty if there is none for this machine
     */
    static Optional<Path> find(ApplicationModel application, Path directory) throws IOException {
        String set = System.getProperty("quarkus.grpc.protoc-path");
        if (set != null) {
            return Optional.of(Path.of(set));
        }
        String classifier = classifier();
        for (ResolvedDependency dependency : application.getDependencies()) {
            if (dependency.getGroupId().equals("com.google.protobuf") && dependency.getArtifactId().equals("protoc")
                    && dependency.getClassifier().equals(classifier)) {
                return Optional.of(copy(dependency.getResolvedPaths().getSinglePath(), directory));
            }
        }
        return Optional.empty();
    }

    private static Path copy(Path artifact, Path directory) throws IOException {
        Path executable = directory.resolve(artifact.getFileName());
        Files.createDirectories(directory);
        if (!Files.exists(executable) || Files.size(executable) != Files.size(artifact)) {
            Files.copy(artifact, executable, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!executable.toFile().setExecutable(true)) {
            throw new IOException("Cannot make " + executable + " executable");
        }
        return executable;
    }

    /** The name of this platform, as the artifacts of {@code protoc} have it. */
    static String classifier() {
        return System.getProperty("quarkus.grpc.protoc-os-classifier",
                classifier(System.getProperty("os.name"), System.getProperty("os.arch")));
    }

    static String classifier(String system, String architecture) {
        String name = system.toLowerCase(Locale.ROOT);
        String os = name.contains("win") && !name.contains("darwin") ? "windows" : name.contains("mac") ? "osx" : "linux";
        String cpu = switch (architecture.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x86-64" -> "x86_64";
            // Windows on ARM runs programs of x86.
            case "aarch64", "arm64" -> os.equals("windows") ? "x86_64" : "aarch_64";
            case "x86", "i386", "i486", "i586", "i686" -> "x86_32";
            case "ppc64le" -> "ppcle_64";
            case "s390x" -> "s390_64";
            default -> architecture;
        };
        return os + "-" + cpu;
    }
}
