package dev.cairn.compiler.reader;

import java.util.regex.Pattern;

import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The core schema of YAML 1.2 (section 10.3.2): what a scalar without quotes and tag is.
 */
final class YamlCoreResolver extends Resolver {

    private static final Pattern NULL = Pattern.compile("~|null|Null|NULL|");
    private static final Pattern BOOL = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INT = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern FLOAT = Pattern.compile(
            "[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");

    @Override
    protected void addImplicitResolvers() {
        addImplicitResolver(Tag.NULL, NULL, "~nN\0", Integer.MAX_VALUE);
        addImplicitResolver(Tag.BOOL, BOOL, "tTfF", Integer.MAX_VALUE);
        addImplicitResolver(Tag.INT, INT, "-+0123456789", Integer.MAX_VALUE);
        addImplicitResolver(Tag.FLOAT, FLOAT, "-+.0123456789", Integer.MAX_VALUE);
    }
}
