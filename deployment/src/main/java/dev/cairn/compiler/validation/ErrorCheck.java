package dev.cairn.compiler.validation;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.ErrorFilter;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;

/**
 * Checks errors that are raised and filters of errors.
 */
final class ErrorCheck {

    private static final int MIN_STATUS = 100;
    private static final int MAX_STATUS = 599;

    private final SourceMap sources;
    private final ProblemCollector problems;
    private final LiteralExpressionCheck templates;

    ErrorCheck(SourceMap sources, ProblemCollector problems, LiteralExpressionCheck templates) {
        this.sources = sources;
        this.problems = problems;
        this.templates = templates;
    }

    void raised(ErrorSpec error) {
        String type = error.type().value().asText();
        if (!ValueTemplate.isWrapped(type)) {
            type(type, error.type().location());
        }
        JsonNode status = error.status().value();
        if (status.isNumber()) {
            status(status.intValue(), error.status().location());
        }
        templates.checkField(error.instance());
        templates.checkField(error.title());
        templates.checkField(error.detail());
    }

    /**
     * @param handler pointer of the {@code catch}
     */
    void caught(ErrorFilter filter, String handler) {
        String with = handler + "/errors/with";
        if (filter.type() != null) {
            type(filter.type(), sources.at(with + "/type"));
        }
        templates.path(filter.title(), sources.at(with + "/title"));
        templates.path(filter.detail(), sources.at(with + "/detail"));
        if (filter.status() != null) {
            status(filter.status(), sources.at(with + "/status"));
        }
    }

    private void type(String type, SourceLocation location) {
        if (SampleUriFactory.ofTemplate(type).isEmpty()) {
            problems.error(ValidationErrorCodes.ERROR_TYPE, location, "The error type \"" + type + "\" is no URI",
                    "Write one such as https://example.com/errors/rejected; nothing needs to be there.");
        }
    }

    private void status(int status, SourceLocation location) {
        if (status < MIN_STATUS || status > MAX_STATUS) {
            problems.error(ValidationErrorCodes.STATUS, location, "There is no status " + status,
                    "Use one between " + MIN_STATUS + " and " + MAX_STATUS + ".");
        }
    }
}
