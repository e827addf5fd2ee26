package dev.cairn.snippets;

import java.util.List;

/** Checks blocks, each by its language. */
final class Snippets {

    private Snippets() {}

    /** The faults of a block that is not excepted; an unknown language is a fault. */
    static List<String> faults(Block block) {
        if (block.source() != null) {
            return Excerpts.faults(block);
        }
        switch (block.language()) {
            case "yaml":
                return DefinitionSnippets.yaml(block);
            case "json":
                return DefinitionSnippets.json(block);
            case "java":
                return JavaSnippets.faults(block);
            case "properties":
                return PropertySnippets.faults(block);
            case "shell":
            case "bash":
                return ShellSnippets.faults(block);
            case "xml":
                return XmlSnippets.faults(block);
            default:
                return List.of(block.place() + ": the language \"" + block.language()
                        + "\" is not known here; name another, or say why the block is not compiled");
        }
    }
}
