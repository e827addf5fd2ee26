package dev.cairn.value;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.InvalidSchemaException;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.Keyword;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.Vocabularies;
import com.networknt.schema.Vocabulary;
import com.networknt.schema.resource.InputStreamSource;

/**
 * Compiles JSON Schemas with the library that checks them; only {@link SchemaEqualityKeywords} knows it as well. It loads
 * nothing but the meta-schemas that come with the library: a reference to anywhere outside the schema itself is an error,
 * whether it leads to the network, a file or the class path.
 */
final class JsonSchemaCompiler {

    private static final VersionFlag DEFAULT_VERSION = VersionFlag.V202012;
    private static final Pattern META_SCHEMAS = Pattern.compile("classpath:draft(?:-0[467]|/2019-09|/2020-12)/[a-z/-]+");
    private static final List<JsonMetaSchema> VERSIONS = List.of(JsonMetaSchema.getV4(), JsonMetaSchema.getV6(),
            JsonMetaSchema.getV7(), JsonMetaSchema.getV201909(), JsonMetaSchema.getV202012());
    private static final SchemaValidatorsConfig CONFIG = SchemaValidatorsConfig.builder()
            .pathType(PathType.JSON_POINTER)
            .locale(Locale.ENGLISH)
            // 1.0 is an integer since draft 6.
            .losslessNarrowing(true)
            // Else the library would enforce it up to draft 7 and not since.
            .formatAssertionsEnabled(false)
            .build();
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(DEFAULT_VERSION,
            builder -> builder
                    .metaSchemas(VERSIONS.stream().map(JsonSchemaCompiler::adapted).toList())
                    .schemaLoaders(loaders -> loaders.add(JsonSchemaCompiler::refuse)));

    private JsonSchemaCompiler() {}

    static JsonSchema compile(JsonNode document) {
        JsonSchema schema = FACTORY.getSchema(document, CONFIG);
        schema.initializeValidators();
        return schema;
    }

    /** The schema that a schema must fulfil: of the version that it names itself, or the default one. */
    static JsonSchema metaSchema(JsonNode document) {
        JsonNode version = document.path("$schema");
        return FACTORY.getSchema(SchemaLocation.of(version.isTextual() ? version.textValue() : DEFAULT_VERSION.getId()),
                CONFIG);
    }

    static List<CompiledSchema.Violation> validate(JsonSchema schema, JsonNode value, int limit) {
        return schema.validate(value).stream()
                .map(message -> new CompiledSchema.Violation(message.getInstanceLocation().toString(), message.getError()))
                .distinct()
                .limit(limit)
                .toList();
    }

    /** Unknown keywords are annotations: the library would write a warning to the log for each, at each start. */
    private static JsonMetaSchema adapted(JsonMetaSchema version) {
        return JsonMetaSchema.builder(version)
                .unknownKeywordFactory((keyword, context) -> new NonValidationKeyword(keyword))
                .keywords(SchemaEqualityKeywords.replacedIn(version.getKeywords().values()))
                .vocabularyFactory(JsonSchemaCompiler::adapted)
                .build();
    }

    /** Since draft 2019-09 keywords come from vocabularies; null for a vocabulary that the library does not know. */
    private static Vocabulary adapted(String iri) {
        Vocabulary known = Vocabularies.getVocabulary(iri);
        return known == null ? null
                : new Vocabulary(iri, SchemaEqualityKeywords.replacedIn(known.getKeywords()).toArray(Keyword[]::new));
    }

    /** Asked before the loaders of the library; null lets them go on. */
    private static InputStreamSource refuse(AbsoluteIri iri) {
        if (META_SCHEMAS.matcher(iri.toString()).matches()) {
            return null;
        }
        throw new InvalidSchemaException(ValidationMessage.builder().arguments(iri.toString())
                .message("{1} is outside of the schema and is never loaded").build());
    }
}
