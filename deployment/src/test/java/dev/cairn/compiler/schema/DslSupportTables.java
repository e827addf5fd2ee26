package dev.cairn.compiler.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Renders the tables of the page on what of the DSL works. A property keeps the version that the page has for it. */
final class DslSupportTables {

    private static final Pattern LINE = Pattern.compile("^== (.+)$|^\\|`\\+([^`]+)\\+` \\|.* \\|(\\S+) \\|.*$",
            Pattern.MULTILINE);

    private final Map<String, String> versions = new HashMap<>();
    private final DslSupportNotes notes;
    private final String version;

    /**
     * Takes the versions from the tables that were rendered before.
     *
     * @param version the version for properties that are new
     */
    DslSupportTables(String before, DslSupportNotes notes, String version) {
        this.notes = notes;
        this.version = version;
        String section = "";
        for (Matcher line = LINE.matcher(before); line.find();) {
            if (line.group(1) != null) {
                section = line.group(1);
            } else {
                versions.put(section + ": " + line.group(2), line.group(3));
            }
        }
    }

    String render(SupportedProperties supported) {
        StringBuilder page = new StringBuilder("// Written by DslSupportPageTest; do not edit.\n");
        supported.sorted().forEach((section, rows) -> section(page, section, rows));
        page.append("\n== Refused\n\n[cols=\"2,2,3\",options=\"header\"]\n|===\n|Part |Property |Reason\n");
        notes.refusals().forEach((key, reason) -> page.append("|").append(DslSupportNotes.place(key).get(0)).append(" |`+")
                .append(DslSupportNotes.place(key).get(1)).append("+` |").append(reason).append('\n'));
        return page.append("|===\n").toString();
    }

    private void section(StringBuilder page, String section, List<SupportedProperties.Row> rows) {
        page.append("\n== ").append(section).append("\n\n[cols=\"3,3,1,3\",options=\"header\"]\n|===\n");
        page.append("|Property |Values |Since |Note\n");
        for (SupportedProperties.Row row : rows) {
            String key = section + ": " + row.path();
            String note = notes.note(key);
            page.append("|`+").append(row.path()).append("+` |").append(row.values()).append(" |")
                    .append(versions.getOrDefault(key, version)).append(" |").append(note).append('\n');
        }
        page.append("|===\n");
    }
}
