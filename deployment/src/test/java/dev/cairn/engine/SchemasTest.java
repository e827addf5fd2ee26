package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.value.LazySchema;

class SchemasTest {

    @Test
    void areCompiledByAWorkerWhenTheApplicationStarts() {
        EngineFixture fixture = new EngineFixture().workflow("""
                input: {schema: {document: {type: object}}}
                do:
                  - a:
                      input: {schema: {document: {required: [x]}}}
                      set: .x
                      output: {schema: {document: {type: string}}}
                      export: {as: ., schema: {document: {maxLength: 9}}}
                output: {schema: {document: {minLength: 1}}}
                """);
        List<LazySchema> schemas = fixture.installed().linked().schemas();
        assertThat(schemas).hasSize(5).noneMatch(LazySchema::isPrepared);

        fixture.start();

        assertThat(schemas).allMatch(LazySchema::isPrepared);
        assertThat(fixture.output(fixture.begin("{\"x\":\"good\"}").instanceId())).isEqualTo("\"good\"");
    }
}
