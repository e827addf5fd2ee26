package dev.cairn.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import dev.cairn.driver.InstalledProgram;
import dev.cairn.driver.Performer;
import dev.cairn.driver.Programs;
import dev.cairn.program.ProgramCodec;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;

/**
 * Links the programs that the build left in the application.
 */
@Recorder
public class CairnRecorder {

    /** The resource that holds all programs. */
    public static final String PROGRAMS = "META-INF/cairn/programs.bin";

    /**
     * Begins to read and to link all programs.
     *
     * @param functions the functions that programs call
     * @param invokers by the key of their function
     * @return waits until they are linked
     */
    public Supplier<LinkedPrograms> link(List<FunctionMetadata> functions,
            Map<String, RuntimeValue<FunctionInvoker>> invokers) {
        return Linking.begin(() -> linked(functions, invokers));
    }

    private static LinkedPrograms linked(List<FunctionMetadata> functions,
            Map<String, RuntimeValue<FunctionInvoker>> invokers) {
        Map<String, Performer> performers = new HashMap<>();
        List<FunctionPerformer> callable = new ArrayList<>();
        Secrets secrets = new Secrets();
        for (FunctionMetadata function : functions) {
            FunctionPerformer performer = new FunctionPerformer(function, invokers.get(function.key()).getValue());
            callable.add(performer);
            performers.put(function.key(), new LoggingPerformer(new ConcealingPerformer(performer, secrets)));
        }
        LatePerformer http = new LatePerformer();
        Performer concealingHttp = new ConcealingPerformer(http, secrets);
        LatePerformer commands = new LatePerformer();
        Performer concealingCommands = new ConcealingPerformer(commands, secrets);
        AtomicLong maxOutputBytes = new AtomicLong();
        List<InstalledProgram> installed = new ArrayList<>();
        ProgramCodec.read(resource()).forEach(program -> installed
                .add(InstalledProgram.of(program, performers::get, concealingHttp, concealingCommands, secrets,
                        maxOutputBytes::get)));
        return new LinkedPrograms(new Programs(installed), installed.stream().map(InstalledProgram::program).toList(), callable,
                http, commands, secrets, maxOutputBytes);
    }

    private static byte[] resource() {
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream(PROGRAMS)) {
            if (in == null) {
                throw new IllegalStateException(
                        "CAIRN-0703: The application has no resource " + PROGRAMS + ". Build it again.");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("CAIRN-0704: Cannot read the resource " + PROGRAMS, e);
        }
    }
}
