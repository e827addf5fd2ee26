package dev.cairn.fluent;

import java.time.Duration;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.RunTarget.ContainerSpec.PullPolicy;
import dev.cairn.fluent.source.DefinitionFragment;

/** An image, and how a container is made of it: {@link Flows#image(String)}. Immutable. */
public final class ContainerImage {

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
     * @param ofMachine such as {@code 8090}, or {@code 127.0.0.1:8090} for one address of the machine alone
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
        String word = policy == PullPolicy.IF_NOT_PRESENT ? "ifNotPresent" : policy == PullPolicy.ALWAYS ? "always" : "never";
        return new ContainerImage(part.with(TextNode.valueOf(word), "pullPolicy"));
    }

    /** Removes the container as soon as it has ended. By default it stays, as the DSL has it, until somebody removes it. */
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
