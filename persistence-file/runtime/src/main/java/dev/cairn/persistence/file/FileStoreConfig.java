package dev.cairn.persistence.file;

import java.nio.file.Path;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of the file store. */
@ConfigMapping(prefix = "quarkus.cairn.file")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface FileStoreConfig {

    /**
     * Directory of the store's files, relative to the working directory of the application. It is created if it is missing. One
     * application at a time can have it open; a second one does not start. In tests the default is a directory below that of
     * the build's output, which is empty at each start of the application and deleted when it stops.
     */
    @WithDefault("data/cairn")
    Path path();
}
