package dev.cairn.quarkus.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import dev.cairn.effect.function.FunctionInvoker;
import dev.cairn.effect.function.FunctionMetadata;
import dev.cairn.effect.function.FunctionPerformer;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.program.ProgramCodec;
import dev.cairn.quarkus.secret.ApplicationSecrets;
import dev.cairn.quarkus.secret.ConcealingPerformer;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;

/**
 * Links the programs that the build left in the application.
 */
@Recorder
public class ProgramLinkRecorder {

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
        return BackgroundProgramLinker.begin(() -> linked(functions, invokers));
    }

    private static LinkedPrograms linked(List<FunctionMetadata> functions,
            Map<String, RuntimeValue<FunctionInvoker>> invokers) {
        Map<String, EffectPerformer> performers = new HashMap<>();
        List<FunctionPerformer> callable = new ArrayList<>();
        ApplicationSecrets secrets = new ApplicationSecrets();
        for (FunctionMetadata function : functions) {
            FunctionPerformer performer = new FunctionPerformer(function, invokers.get(function.key()).getValue());
            callable.add(performer);
            performers.put(function.key(), new FailureLoggingPerformer(new ConcealingPerformer(performer, secrets)));
        }
        DeferredPerformers deferred = DeferredPerformers.create();
        EffectPerformer http = new ConcealingPerformer(deferred.http(), secrets);
        EffectPerformer commands = new ConcealingPerformer(deferred.commands(), secrets);
        EffectPerformer integrations = new ConcealingPerformer(deferred.integrations(), secrets);
        AtomicLong maxOutputBytes = new AtomicLong();
        List<InstalledProgram> installed = new ArrayList<>();
        ProgramCodec.read(resource()).forEach(program -> installed
                .add(InstalledProgram.of(program, performers::get, http, commands, integrations, secrets,
                        maxOutputBytes::get)));
        return new LinkedPrograms(new ProgramRegistry(installed), installed.stream().map(InstalledProgram::program).toList(),
                callable, deferred, secrets, maxOutputBytes);
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
