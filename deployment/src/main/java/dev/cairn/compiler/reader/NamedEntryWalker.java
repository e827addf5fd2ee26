package dev.cairn.compiler.reader;

import java.util.Iterator;
import java.util.function.BiConsumer;

/** Visits lists whose entries are objects with one key, the name of the entry: tasks, cases, extensions. */
final class NamedEntryWalker {

    private NamedEntryWalker() {}

    /**
     * Visits the entries of a list whose entries are objects with one key. Of an entry with several keys, as a wrong indentation gives, only
     * the first is looked at more closely: what is wrong with the others follows from that, and they are visited for their names.
     */
    static void forEach(SourceElement list, BiConsumer<String, SourceElement> visitor) {
        if (list == null) {
            return;
        }
        if (!list.isArray()) {
            list.wrongType("a list");
            return;
        }
        for (int i = 0; i < list.value().size(); i++) {
            SourceElement entry = list.at(i);
            if (!entry.isObject() || entry.value().size() != 1) {
                entry.problem(ReaderErrorCodes.LIST_ENTRY, "An entry of a list is an object with exactly one key, its name",
                        entry.isObject() && entry.value().size() > 1 ? "Check how the lines are indented."
                                : "Write it such as \"- name: …\".");
            }
            boolean alone = entry.value().size() == 1;
            boolean told = false;
            for (Iterator<String> names = entry.value().fieldNames(); names.hasNext();) {
                String name = names.next();
                SourceElement element = entry.at(name);
                boolean follows = told || !alone && element.value().isNull();
                visitor.accept(name, follows ? element.quiet() : element);
                told = true;
            }
        }
    }
}
