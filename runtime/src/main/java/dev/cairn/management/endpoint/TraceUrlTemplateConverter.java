package dev.cairn.management.endpoint;

import java.util.regex.Pattern;

import org.eclipse.microprofile.config.spi.Converter;

/** Refuses an address of traces that has no place for the id, or that a browser would not take for a page. */
public final class TraceUrlTemplateConverter implements Converter<String> {

    /** Stands for the id of the trace. */
    static final String PLACE = "{traceId}";

    /** Browsers run the content of other schemes, such as {@code javascript:}. */
    private static final Pattern PERMITTED = Pattern.compile("(?i)https?://[^\\s{}]+\\{traceId}[^\\s{}]*");

    @Override
    public String convert(String value) {
        if (!PERMITTED.matcher(value).matches()) {
            throw new IllegalArgumentException("The address of a trace begins with https:// or http:// and has " + PLACE
                    + " in it once, such as https://jaeger.example.com/trace/" + PLACE + ", not: " + value);
        }
        return value;
    }
}
