package dev.cairn.runtime;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** The forms in which the text of a secret is found in what a called side answers. */
final class SecretForms {

    /** Shorter text is no secret worth the name, and is found in everything. */
    static final int MIN_CHARS = 4;

    /** A shorter piece of Base64 is found in any long one. */
    private static final int MIN_BASE64_CHARS = 6;
    private static final int BITS_PER_CHAR = 6;

    private SecretForms() {}

    /** All forms of some secrets; longest first, so that one that contains another is concealed as a whole. */
    static List<String> of(Collection<String> secrets) {
        Set<String> all = new LinkedHashSet<>();
        for (String secret : secrets) {
            if (secret.length() >= MIN_CHARS) {
                String json = new String(JsonStringEncoder.getInstance().quoteAsString(secret));
                String uri = URLEncoder.encode(secret, StandardCharsets.UTF_8);
                for (String form : List.of(secret, json, json.replace("/", "\\/"), uri, uri.replace("+", "%20"))) {
                    all.add(form);
                    // As excerpts have it.
                    all.add(form.replaceAll("[\\p{Cntrl}\\s]+", " ").strip());
                }
                addBase64(all, secret.getBytes(StandardCharsets.UTF_8));
            }
        }
        all.removeIf(form -> form.length() < MIN_CHARS);
        List<String> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(String::length).reversed());
        return List.copyOf(sorted);
    }

    /** The characters that only the secret decides, wherever it begins: behind a user name, in a file. */
    private static void addBase64(Set<String> all, byte[] secret) {
        for (int before = 0; before < 3; before++) {
            byte[] shifted = new byte[before + secret.length];
            System.arraycopy(secret, 0, shifted, before, secret.length);
            int from = (before * Byte.SIZE + BITS_PER_CHAR - 1) / BITS_PER_CHAR;
            int to = shifted.length * Byte.SIZE / BITS_PER_CHAR;
            if (to - from >= MIN_BASE64_CHARS) {
                all.add(Base64.getEncoder().encodeToString(shifted).substring(from, to));
                all.add(Base64.getUrlEncoder().encodeToString(shifted).substring(from, to));
            }
        }
    }
}
