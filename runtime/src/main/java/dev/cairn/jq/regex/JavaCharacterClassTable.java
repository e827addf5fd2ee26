package dev.cairn.jq.regex;

import java.lang.Character.UnicodeScript;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Sets of characters by name, each as Java writes it inside of the brackets of a class. */
final class JavaCharacterClassTable {

    /** Java's own words, and the numbers that are no digits and yet words in jq. */
    static final String WORD = "\\w\\x{B2}\\x{B3}\\x{B9}\\x{BC}-\\x{BE}";

    private static final Map<String, String> POSIX = Map.ofEntries(
            Map.entry("alpha", "\\p{IsAlphabetic}"),
            Map.entry("alnum", "\\p{IsAlphabetic}\\p{Nd}"),
            Map.entry("lower", "\\p{IsLowercase}"),
            Map.entry("upper", "\\p{IsUppercase}"),
            Map.entry("punct", "\\p{P}\\p{S}"),
            Map.entry("digit", "\\p{Nd}"),
            Map.entry("xdigit", "0-9A-Fa-f"),
            Map.entry("cntrl", "\\p{Cc}"),
            Map.entry("graph", "[^\\s\\p{Cc}\\p{Cn}\\p{Cs}]"),
            Map.entry("print", "[^\\p{Zl}\\p{Zp}\\p{Cc}\\p{Cn}\\p{Cs}]"),
            Map.entry("space", "\\s"),
            Map.entry("blank", "\\p{Zs}\\t"),
            Map.entry("word", WORD),
            Map.entry("ascii", "\\x00-\\x7F"));

    private static final String CATEGORIES = "L letter Lu uppercaseletter Ll lowercaseletter Lt titlecaseletter LC casedletter"
            + " Lm modifierletter Lo otherletter M mark Mn nonspacingmark Mc spacingmark Me enclosingmark"
            + " N number Nd decimalnumber Nl letternumber No othernumber P punctuation Pc connectorpunctuation"
            + " Pd dashpunctuation Ps openpunctuation Pe closepunctuation Pi initialpunctuation Pf finalpunctuation"
            + " Po otherpunctuation S symbol Sm mathsymbol Sc currencysymbol Sk modifiersymbol So othersymbol"
            + " Z separator Zs spaceseparator Zl lineseparator Zp paragraphseparator"
            + " C other Cc control Cf format Cs surrogate Co privateuse Cn unassigned";

    /** By their names in lower case, without blanks, hyphens and underscores. */
    private static final Map<String, String> PROPERTIES = properties();

    private JavaCharacterClassTable() {}

    private static Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        for (UnicodeScript script : UnicodeScript.values()) {
            properties.put(plain(script.name()), "\\p{Is" + script.name() + "}");
        }
        String[] categories = CATEGORIES.split(" ");
        for (int i = 0; i < categories.length; i += 2) {
            String set = "\\p{" + categories[i] + "}";
            properties.put(plain(categories[i]), set);
            properties.put(categories[i + 1], set);
        }
        for (String name : new String[] { "Alphabetic", "Lowercase", "Uppercase", "White_Space", "Ideographic" }) {
            properties.put(plain(name), "\\p{Is" + name + "}");
        }
        properties.putAll(POSIX);
        properties.put("any", "\\x{0}-\\x{10FFFF}");
        return Map.copyOf(properties);
    }

    private static String plain(String name) {
        return name.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
    }

    /** The set of {@code [:name:]}. */
    static String posix(String name, boolean isNegated) {
        String set = POSIX.get(name);
        if (set == null) {
            throw new RegexSyntaxException("invalid POSIX bracket type");
        }
        return isNegated ? not(set) : set;
    }

    /** The set of <code>\p{name}</code>. */
    static String property(String name, boolean isNegated) {
        boolean isNot = name.startsWith("^");
        String plain = plain(isNot ? name.substring(1) : name);
        String set = PROPERTIES.containsKey(plain) ? PROPERTIES.get(plain) : script(plain);
        if (set == null) {
            throw new RegexSyntaxException("invalid character property name {" + name + "}");
        }
        return isNot == isNegated ? set : not(set);
    }

    /** By its short name. */
    private static String script(String name) {
        try {
            return "\\p{Is" + UnicodeScript.forName(name).name() + "}";
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static String not(String set) {
        return "[^" + set + "]";
    }
}
