package dev.cairn.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Redis or Valkey server. */
public abstract class KeyValueServer extends LocalServer {

    private static final String READY = "Ready to accept connections";

    private final ServerExecutable executable;
    private final List<String> settings;

    KeyValueServer(ServerExecutable executable, Path directory, LosingDisk disk, String... settings) {
        super(directory, disk);
        this.executable = executable;
        this.settings = List.of(settings);
        startOnFreePort();
    }

    @Override
    final ServerProcess launch() {
        List<String> command = new ArrayList<>(List.of(executable.file().toString(), "--port", String.valueOf(port()), "--bind",
                "127.0.0.1", "--dir", directory().toString(), "--logfile", "", "--daemonize", "no"));
        for (String setting : settings) {
            int space = setting.indexOf(' ');
            command.add("--" + setting.substring(0, space));
            command.add(setting.substring(space + 1));
        }
        return ServerProcess.start(command, environment(executable.libraries()), READY);
    }

    /** Its address, as {@code quarkus.redis.hosts} takes it. */
    public final String url() {
        return "redis://127.0.0.1:" + port();
    }
}
