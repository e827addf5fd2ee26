package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.fluent.Flow;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramCodec;

/** Compares what is written in Java with what is written in YAML: values, pointers and source. */
final class Compared {

    /** Told the source of each flow that was found to be the same. */
    static Consumer<JsonNode> heard = source -> {};

    private Compared() {}

    static void assertSame(String yaml, Flow flow) {
        ProblemCollector problems = new ProblemCollector();
        String text = yaml.startsWith("document:") ? yaml : Read.DOCUMENT + yaml;
        Optional<Definition> read = DefinitionReader.read("sample.yaml", text.getBytes(StandardCharsets.UTF_8),
                Compared::resource, problems);
        Definition written = new Read(read, problems.all()).good();
        Definition fluent = define(flow);

        assertThat(plain(fluent)).isEqualTo(plain(written));
        assertThat(fluent.source()).isEqualTo(written.source());
        assertThat(program(fluent)).isEqualTo(program(written));
        assertThat(program(fluent).map(Compared::bytes)).isEqualTo(program(written).map(Compared::bytes));
        heard.accept(fluent.source());
    }

    /** The program, if it has one without the methods and workflows of an application. */
    private static Optional<Program> program(Definition definition) {
        return new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS,
                Set.of("shell", "js", "python", "container"), "test")
                .compile(definition, new ProblemCollector());
    }

    private static String bytes(Program program) {
        return HexFormat.of().formatHex(ProgramCodec.write(List.of(program)));
    }

    private static Optional<byte[]> resource(String path) {
        try (InputStream content = Thread.currentThread().getContextClassLoader().getResourceAsStream(path)) {
            return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Definition define(Flow flow) {
        ProblemCollector problems = new ProblemCollector();
        Definition definition = read(flow, "sample", "Compared.java", problems);
        assertThat(problems.all()).isEmpty();
        return definition;
    }

    /** The definition of a flow as the build reads it. */
    static Definition read(Flow flow, String name, String file, ProblemCollector problems) {
        return DefinitionReader.read(flow.describe(new Document("1.0.3", "test", name, "0.1.0", null, null), null, file),
                Compared::resource, problems).orElseThrow();
    }

    /** Records as maps, of locations only the pointer, no source map. */
    static Object plain(Object value) {
        if (value instanceof SourceLocation location) {
            return location.pointer();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Compared::plain).collect(Collectors.toList());
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> plain = new LinkedHashMap<>();
            map.forEach((key, member) -> plain.put(key, plain(member)));
            return plain;
        }
        if (!(value instanceof Record)) {
            return value;
        }
        Map<String, Object> components = new LinkedHashMap<>();
        components.put("type", value.getClass().getSimpleName());
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            if (component.getType() != SourceMap.class) {
                components.put(component.getName(), plain(read(component, value)));
            }
        }
        return components;
    }

    private static Object read(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException inaccessible) {
            throw new AssertionError(inaccessible);
        }
    }
}
