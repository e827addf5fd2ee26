package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        for (Set<String> alternative : alternatives) {
            if (alternative.stream().allMatch(scheme -> isKeyGiven(scheme, values) || fits(scheme, given))) {
                return given;
            }
        }
        if (given instanceof Authentication.Bearer bearer) {
            for (Set<String> alternative : alternatives) {
                List<String> missing = alternative.stream().filter(scheme -> !isKeyGiven(scheme, values)).toList();
                ParameterSpec key = missing.size() == 1 ? key(missing.get(0)) : null;
                if (key != null) {
                    OperationParameter parameter = new OperationParameter(key.name(), key.place(), key.encoding(), true);
                    parameters.add(parameter);
                    values.put(parameter.key(), bearer.token());
                    return null;
                }
            }
        }
        if (!alternatives.isEmpty()) {
            problems.warning(OpenApiErrorCodes.CREDENTIALS, given == null ? request.operationLocation() : given.location(),
                    "The operation \"" + request.operationId() + "\" asks for " + described() + ", and the call gives "
                            + (given == null ? "no credentials" : "others") + ".",
                    "Give them in \"authentication\"; an API key can also be a parameter. Nothing to do if another place adds them.");
        }
        return given;
    }

    private boolean isKeyGiven(String scheme, Map<String, ValueTemplate> values) {
        ParameterSpec key = key(scheme);
        return key != null && values.containsKey(key.qualifiedName());
    }

    /** True if a scheme describes the authentication. Certificates are no part of a call. */
    private boolean fits(String scheme, Authentication given) {
        DocumentPart part = schemes.get(scheme);
        String type = part == null ? null : part.text("type");
        if (type == null || type.equals("mutualTLS")) {
            return type != null;
        }
        String http = String.valueOf(part.text("scheme")).toLowerCase(Locale.ROOT);
        if (given instanceof Authentication.Basic) {
            return type.equals("basic") || type.equals("http") && http.equals("basic");
        } else if (given instanceof Authentication.Bearer) {
            return type.equals("oauth2") || type.equals("openIdConnect") || type.equals("http") && http.equals("bearer");
        }
        return given != null && !type.equals("apiKey") && !type.equals("basic") && !http.equals("basic");
    }

    private String described() {
        List<String> texts = new ArrayList<>();
        alternatives.forEach(alternative -> texts.add(String.join(" with ", alternative)));
        return String.join(" or ", texts);
    }
}
