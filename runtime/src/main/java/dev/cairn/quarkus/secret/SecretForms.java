package dev.cairn.quarkus.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** The forms in which a text that quotes a secret may contain it. */
final class SecretForms {

    /** Shorter text is no secret worth the name, and is found in everything. */
    static final int MIN_CHARS = 4;

    /** Settings of oauth2 and oidc that are no secrets: texts such as client_credentials or read stand in many values. */
    private static final Set<String> PUBLIC_FIELDS = Set.of("grant", "scopes", "audiences", "authority", "issuers", "encoding",
            "client-authentication", "token-endpoint", "subject-type", "actor-type");

    /** Every token request has these. */
    private static final Set<String> TOKEN_REQUEST_FIELDS = Set.of("authority", "grant");

    private static final Pattern BLANKS = Pattern.compile("[\\p{Cntrl}\\s]+");
    private static final Pattern HEX = Pattern.compile("%[0-9A-F]{2}|\\\\u[0-9A-F]{4}");

    private SecretForms() {}

    /** The text itself, as URIs and as JSON have it, and with its blanks stripped or collapsed; none of a text that is too short. */
    static Set<String> of(String secret) {
        Set<String> forms = new LinkedHashSet<>();
        for (String text : List.of(secret, secret.strip(), BLANKS.matcher(secret).replaceAll(" ").strip())) {
            if (text.length() >= MIN_CHARS) {
                forms.add(text);
                addUriForms(forms, text);
                addJsonForms(forms, text);
            }
        }
        forms.addAll(forms.stream().map(SecretForms::withLowerHex).toList());
        return forms;
    }

    /** The values of a secret, and their sent forms if they are a user name and a password. */
    static Set<String> ofFields(Map<String, String> fields) {
        Set<String> texts = new LinkedHashSet<>();
        // Another secret can have a field of such a name, with a value that is secret.
        boolean asksForTokens = fields.keySet().containsAll(TOKEN_REQUEST_FIELDS);
        fields.forEach((name, value) -> {
            if (!asksForTokens || !PUBLIC_FIELDS.contains(name)) {
                texts.add(value);
            }
        });
        if (fields.containsKey("username") && fields.containsKey("password")) {
            texts.add(basic(fields.get("username"), fields.get("password")));
        }
        return texts;
    }

    /** The credentials of HTTP Basic (RFC 7617). */
    static String basic(String username, String password) {
        return Base64.getEncoder().encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static void addUriForms(Set<String> forms, String text) {
        String form = URLEncoder.encode(text, StandardCharsets.UTF_8);
        forms.add(form);
        forms.add(form.replace("+", "%20"));
        // RFC 3986, as @uri of jq: all but unreserved characters is encoded.
        forms.add(form.replace("+", "%20").replace("*", "%2A").replace("%7E", "~"));
        // As java.net.URI makes ASCII of what was put into it as it is.
        forms.add(Normalizer.normalize(text, Normalizer.Form.NFC).codePoints().mapToObj(Character::toString)
                .map(character -> isAscii(character) ? character : URLEncoder.encode(character, StandardCharsets.UTF_8))
                .collect(Collectors.joining()));
    }

    /** Writers of JSON differ in what they escape needlessly: nothing, slashes, what HTML reads, or what is not ASCII. */
    private static void addJsonForms(Set<String> forms, String text) {
        String json = new String(JsonStringEncoder.getInstance().quoteAsString(text));
        String ascii = json.chars().mapToObj(c -> c < 0x7F ? Character.toString(c) : String.format("\\u%04X", c))
                .collect(Collectors.joining());
        forms.add(json);
        forms.add(ascii);
        forms.add(json.replace("/", "\\/"));
        forms.add(ascii.replace("/", "\\/"));
        forms.add(json.replace("<", "\\u003C").replace(">", "\\u003E").replace("&", "\\u0026"));
    }

    private static boolean isAscii(String character) {
        return character.charAt(0) < 0x80;
    }

    private static String withLowerHex(String text) {
        return HEX.matcher(text).replaceAll(hex -> Matcher.quoteReplacement(hex.group().toLowerCase(Locale.ROOT)));
    }
}
