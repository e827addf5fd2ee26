package dev.cairn.runtime;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import org.jboss.logging.Logger;

import dev.cairn.driver.Programs;
import dev.cairn.program.Program;
import io.vertx.core.Vertx;

/**
 * The programs of the application, linked while it was initialised, and stand-ins for the performers of calls until they exist.
 */
public final class LinkedPrograms {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final Programs programs;
    private final List<FunctionPerformer> functions;
    private final List<Program> data;
    private final LatePerformer http;
    private final LatePerformer commands;
    private final Secrets secrets;
    private final AtomicLong maxOutputBytes;

    LinkedPrograms(Programs programs, List<Program> data, List<FunctionPerformer> functions, LatePerformer http,
            LatePerformer commands, Secrets secrets, AtomicLong maxOutputBytes) {
        this.programs = programs;
        this.functions = List.copyOf(functions);
        this.data = List.copyOf(data);
        this.http = http;
        this.commands = commands;
        this.secrets = secrets;
        this.maxOutputBytes = maxOutputBytes;
    }

    Programs programs() {
        return programs;
    }

    /**
     * Prepares objects that the first calls would otherwise wait for. Takes long; instantiates none of the beans that are
     * called.
     */
    void prepareCalls() {
        for (FunctionPerformer function : functions) {
            try {
                function.prepare();
            } catch (RuntimeException | LinkageError failure) {
                LOG.debug("A call was not prepared; it fails when it is made", failure);
            }
        }
    }

    /** Refuses settings of workflows that are not among the programs. */
    void checkSettings(Map<String, CairnConfig.Workflow> configured) {
        WorkflowSettings.check(configured.keySet(), data);
    }

    /** Takes the secrets of programs from the configuration and from credentials providers, which it may wait for. */
    ProvidedSecrets configure(Map<String, CairnConfig.Secret> configured, Vertx vertx) {
        ProvidedSecrets provided = new ProvidedSecrets(configured, secrets, vertx);
        secrets.configure(configured, provided.read(), data);
        return provided;
    }

    /** Says how much the values of one evaluation may take. */
    void limitOutput(long maxBytes) {
        maxOutputBytes.set(maxBytes);
    }

    LatePerformer commands() {
        return commands;
    }

    LatePerformer http() {
        return http;
    }
}
