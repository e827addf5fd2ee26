package dev.cairn.persistence.file;

import java.nio.file.Path;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The store file. */
@ConfigMapping(prefix = "quarkus.cairn.file")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface FileStoreConfig {

    /**
     * The directory that the files are kept in, relative to where the application is started. It is created if it is missing. One
     * application at a time can have it open; another one that tries does not start. In tests the default is a directory below that
     * of the build's output, which is empty at each start of the application and deleted when it stops.
     */
    @WithDefault("data/cairn")
    Path path();
}
