package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.openapi.OperationLayout.DocumentOperation;
import dev.cairn.compiler.openapi.OperationLayout.ParameterSpec;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.openapi.OperationParameter;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.definition.openapi.ParameterStyle;

/**
 * Maps the credentials of a call to the security that an operation asks for. An API key is a parameter of the call, or the token of
 * its {@code bearer} authentication, which is then sent where the document wants the key.
 */
final class CredentialMapper {

    private final Map<String, DocumentPart> schemes;
    /** Schemes of each alternative that the operation offers; none for no security. */
    private final List<Set<String>> alternatives = new ArrayList<>();
    private final OperationRequest request;
    private final ProblemCollector problems;

    CredentialMapper(DocumentPart root, DocumentOperation operation, Map<String, DocumentPart> schemes,
            OperationRequest request, ProblemCollector problems) {
        this.schemes = schemes;
        this.request = request;
        this.problems = problems;
        JsonNode security = operation.part().value().has("security") ? operation.part().value().get("security")
                : root.value().path("security");
        for (JsonNode alternative : security) {
            Set<String> names = new LinkedHashSet<>();
            alternative.fieldNames().forEachRemaining(names::add);
            alternatives.add(names);
        }
    }

    /** The API keys of the operation, as parameters that a call can give. */
    List<ParameterSpec> keys() {
        Map<String, ParameterSpec> keys = new LinkedHashMap<>();
        for (Set<String> alternative : alternatives) {
            for (String name : alternative) {
                ParameterSpec key = key(name);
                if (key != null) {
                    keys.put(key.qualifiedName(), key);
                }
            }
        }
        return List.copyOf(keys.values());
    }

    /** The parameter of an API key; null for a scheme of another type. */
    private ParameterSpec key(String scheme) {
        DocumentPart part = schemes.get(scheme);
        if (part == null || !"apiKey".equals(part.text("type")) || part.text("name") == null) {
            return null;
        }
        ParameterPlace place = switch (String.valueOf(part.text("in"))) {
            case "header" -> ParameterPlace.HEADER;
            case "query" -> ParameterPlace.QUERY;
            case "cookie" -> ParameterPlace.COOKIE;
            default -> null;
        };
        return place == null ? null
                : new ParameterSpec(part.text("name"), place, false, ParameterEncoding.of(
                        place == ParameterPlace.HEADER ? ParameterStyle.SIMPLE : ParameterStyle.FORM, false),
                        part.member("schema"), null);
    }

    /**
     * The authentication that the header {@code Authorization} gets, or null.
     *
     * @param values values of parameters by their keys; gets an API key that is given as a token
     * @param parameters gets its parameter
     */
    Authentication map(Map<String, ValueTemplate> values, List<OperationParameter> parameters) {
        Authentication given = request.authentication();
        List<Set<String>> possible = alternatives.stream()
                .map(alternative -> missing(alternative, values)).toList();
        if (given == null ? possible.stream().anyMatch(Set::isEmpty)
                : possible.stream().anyMatch(missing -> !missing.isEmpty() && missing.stream().allMatch(this::fits))) {
            return given;
        }
        if (given instanceof Authentication.Bearer bearer) {
            ParameterSpec key = possible.stream().filter(missing -> missing.size() == 1)
                    .map(missing -> key(missing.iterator().next())).filter(Objects::nonNull).findFirst().orElse(null);
            if (key != null) {
                OperationParameter parameter = new OperationParameter(key.name(), key.place(), key.encoding(), true);
                parameters.add(parameter);
                values.put(parameter.key(), bearer.token());
                return null;
            }
        }
        boolean askedFor = alternatives.stream().anyMatch(alternative -> !alternative.isEmpty());
        boolean keysSuffice = alternatives.stream()
                .anyMatch(alternative -> !alternative.isEmpty() && missing(alternative, values).isEmpty());
        if (askedFor && !keysSuffice) {
            problems.warning(OpenApiErrorCodes.CREDENTIALS, given == null ? request.operationLocation() : given.location(),
                    "The operation \"" + request.operationId() + "\" asks for " + described() + ", and the call gives "
                            + (given == null ? "no credentials" : "others") + ".",
                    "Give them in \"authentication\"; an API key can also be a parameter. Nothing to do if another place adds them.");
        }
        return given;
    }

    /** The schemes of an alternative for which the call gives no key as a parameter. Certificates are no part of a call. */
    private Set<String> missing(Set<String> alternative, Map<String, ValueTemplate> values) {
        Set<String> missing = new LinkedHashSet<>(alternative);
        missing.removeIf(scheme -> {
            ParameterSpec key = key(scheme);
            return key != null && values.containsKey(key.qualifiedName()) || "mutualTLS".equals(type(scheme));
        });
        return missing;
    }

    private String type(String scheme) {
        return schemes.containsKey(scheme) ? schemes.get(scheme).text("type") : null;
    }

    /** True if a scheme describes the authentication of the call. */
    private boolean fits(String scheme) {
        String type = String.valueOf(type(scheme));
        String http = type.equals("basic") ? type
                : type.equals("http") ? String.valueOf(schemes.get(scheme).text("scheme")).toLowerCase(Locale.ROOT) : "";
        if (request.authentication() instanceof Authentication.Basic) {
            return http.equals("basic");
        } else if (request.authentication() instanceof Authentication.Digest) {
            return http.equals("digest");
        }
        // Any other authentication sends a bearer token.
        return type.equals("oauth2") || type.equals("openIdConnect") || http.equals("bearer");
    }

    private String described() {
        List<String> texts = new ArrayList<>();
        alternatives.stream().filter(alternative -> !alternative.isEmpty())
                .forEach(alternative -> texts.add(String.join(" with ", alternative)));
        return String.join(" or ", texts);
    }
}
