package dev.cairn.fluent;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.CommandReturnMode;
import dev.cairn.definition.RunTarget.ContainerSpec.PullPolicy;
import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Runs a command or script of the machine, or a container: {@link Flows#shell(String, String)},
 * {@link Flows#script(String, String, String)}, {@link Flows#container(String, ContainerImage)}. Immutable.
 */
public final class RunCommandTask extends FlowTask<RunCommandTask> {

    private static final String SHELL = "shell";
    private static final String CONTAINER = "container";

    private final String kind;

    RunCommandTask(String name, SourceLine place, DefinitionFragment part, String kind) {
        super(name, place, part);
        this.kind = kind;
    }

    static RunCommandTask shell(String name, String command) {
        return new RunCommandTask(name, SourceLine.here(), DefinitionFragment.empty().text(command, "run", SHELL, "command"),
                SHELL);
    }

    static RunCommandTask script(String name, String language, String code) {
        return new RunCommandTask(name, SourceLine.here(),
                DefinitionFragment.empty().text(code, "run", "script", "code").text(language, "run", "script", "language"),
                "script");
    }

    static RunCommandTask script(String name, String language, ClassPathResource source) {
        DefinitionFragment part = source == null ? DefinitionFragment.empty().absent("resource", "run", "script", "source")
                : DefinitionFragment.empty().text(source.uri(), "run", "script", "source", "endpoint");
        return new RunCommandTask(name, SourceLine.here(), part.text(language, "run", "script", "language"), "script");
    }

    static RunCommandTask container(String name, ContainerImage image) {
        DefinitionFragment part = image == null ? DefinitionFragment.empty().absent("image", "run", CONTAINER, "image")
                : DefinitionFragment.empty().nested(image.part(), "run", CONTAINER);
        return new RunCommandTask(name, SourceLine.here(), part, CONTAINER);
    }

    @Override
    RunCommandTask with(DefinitionFragment changed) {
        return new RunCommandTask(name(), place(), changed, kind);
    }

    /**
     * The arguments. Each is passed to the command as one, unchanged: a shell reads them as {@code $1}, {@code $2}…
     *
     * <pre>{@code
     * shell("count", "wc -l \"$1\"").arguments("${ .file }")
     * }</pre>
     *
     * @param values strings, numbers or booleans; strings of the form {@code ${ … }} are jq expressions
     */
    public RunCommandTask arguments(Object... values) {
        return with(part().valueOrAbsent(values == null ? null : Arrays.asList(values), "run", kind, "arguments"));
    }

    /**
     * The variables of its environment.
     *
     * <pre>{@code
     * shell("greet", "echo \"Hello $NAME\"").environment(Map.of("NAME", "${ .name }"))
     * }</pre>
     *
     * @param variables strings, numbers or booleans by name; strings of the form {@code ${ … }} are jq expressions
     */
    public RunCommandTask environment(Map<String, ?> variables) {
        return with(part().valueOrAbsent(variables, "run", kind, "environment"));
    }

    /**
     * The standard input: a text as it is, any other value as JSON.
     *
     * <pre>{@code
     * script("sum", "python", "import json, sys; print(sum(json.load(sys.stdin)))").stdin("${ .prices }")
     * }</pre>
     *
     * @param text a string; in the form {@code ${ … }} a jq expression
     */
    public RunCommandTask stdin(String text) {
        return with(part().text(text, "run", kind, "stdin"));
    }

    /**
     * The part of the result that becomes the output of the task; by default the standard output.
     *
     * <pre>{@code
     * shell("check", "test -e \"$1\"").arguments("${ .file }").returning(CommandReturnMode.CODE)
     * }</pre>
     */
    public RunCommandTask returning(CommandReturnMode result) {
        return with(result == null ? part().absent("return", "run", "return")
                : part().with(TextNode.valueOf(result.name().toLowerCase(Locale.ROOT)), "run", "return"));
    }

    /**
     * Goes on as soon as the command has begun. The output of the task is then its input.
     *
     * <pre>{@code
     * shell("warm", "./warm-up").withoutWaiting()
     * }</pre>
     */
    public RunCommandTask withoutWaiting() {
        return with(part().with(BooleanNode.FALSE, "run", "await"));
    }

    /** An image, and how a container is made of it: {@link Flows#image(String)}. Immutable. */
    public static final class ContainerImage {

        private static final String LIFETIME = "lifetime";
        private static final String CLEANUP = "cleanup";

        private final DefinitionFragment part;

        private ContainerImage(DefinitionFragment part) {
            this.part = part;
        }

        static ContainerImage of(String image) {
            return new ContainerImage(DefinitionFragment.empty().text(image, "image"));
        }

        DefinitionFragment part() {
            return part;
        }

        /**
         * A text for the shell of the image; without one, the image says what runs. Arguments are {@code $1}, {@code $2}… in it.
         *
         * <pre>{@code
         * container("count", image("alpine:3.22").command("wc -l \"$1\"")).arguments("${ .file }")
         * }</pre>
         */
        public ContainerImage command(String text) {
            return new ContainerImage(part.text(text, "command"));
        }

        /**
         * The name of the container; by default it has one of Cairn's.
         *
         * <pre>{@code
         * image("alpine:3.22").named("${ \"report-\" + .id }")
         * }</pre>
         *
         * @param name text, or an expression of the form {@code ${ … }}
         */
        public ContainerImage named(String name) {
            return new ContainerImage(part.text(name, "name"));
        }

        /**
         * Makes a port of the container one of the machine.
         *
         * <pre>{@code
         * image("shop/renderer:4").port("127.0.0.1:8090", 80)
         * }</pre>
         *
         * @param ofMachine a port, {@code 8090}, or an address of the machine with a port, {@code 127.0.0.1:8090}
         */
        public ContainerImage port(String ofMachine, int ofContainer) {
            return new ContainerImage(part.value(ofContainer, "ports", ofMachine));
        }

        /**
         * Shares a directory of the machine, or a volume of the container runtime.
         *
         * <pre>{@code
         * image("shop/renderer:4").volume("/srv/templates", "/templates:ro")
         * }</pre>
         *
         * @param path in the container; with {@code :ro} behind it, it can only be read there
         */
        public ContainerImage volume(String directoryOrVolume, String path) {
            return new ContainerImage(part.text(path, "volumes", directoryOrVolume));
        }

        /** When the image is fetched; by default if the machine does not have it. */
        public ContainerImage pull(PullPolicy policy) {
            if (policy == null) {
                return new ContainerImage(part.absent("policy", "pullPolicy"));
            }
            String word = policy == PullPolicy.IF_NOT_PRESENT ? "ifNotPresent"
                    : policy == PullPolicy.ALWAYS ? "always" : "never";
            return new ContainerImage(part.with(TextNode.valueOf(word), "pullPolicy"));
        }

        /** Removes the container as soon as it has ended. By default it stays, as the DSL has it. */
        public ContainerImage removed() {
            return new ContainerImage(part.text("always", LIFETIME, CLEANUP));
        }

        /**
         * Removes the container a while after it has ended.
         *
         * <pre>{@code
         * image("shop/renderer:4").removedAfter(Duration.ofMinutes(30))
         * }</pre>
         */
        public ContainerImage removedAfter(Duration delay) {
            return new ContainerImage(part.text("eventually", LIFETIME, CLEANUP).duration(delay, LIFETIME, "after"));
        }
    }
}
