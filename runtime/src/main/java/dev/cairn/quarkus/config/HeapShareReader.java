package dev.cairn.quarkus.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.MemorySizeConverter;

/** Reads a share of the heap. */
public final class HeapShareReader {

    private static final Pattern PERCENT = Pattern.compile("([1-9]\\d?)\\s*%");
    private static final int MAX_PERCENT = 90;

    private HeapShareReader() {}

    /** The bytes of {@code 25%} or {@code 256M}; 0 if it is neither, or out of range. */
    public static long bytes(String text) {
        Matcher percent = PERCENT.matcher(text.strip());
        if (percent.matches()) {
            int share = Integer.parseInt(percent.group(1));
            return share > MAX_PERCENT ? 0 : Runtime.getRuntime().maxMemory() / 100 * share;
        }
        try {
            return text.isBlank() ? 0 : new MemorySizeConverter().convert(text.strip()).asLongValue();
        } catch (IllegalArgumentException noSize) {
            return 0;
        }
    }
}
