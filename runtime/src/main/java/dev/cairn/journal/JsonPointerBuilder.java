package dev.cairn.journal;

import java.util.ArrayList;
import java.util.List;

/** Builds the JSON pointer of the value that a walk through a tree has come to. Its text is made only where it is wanted. */
final class JsonPointerBuilder {

    private final List<Object> tokens = new ArrayList<>();

    void enter(String key) {
        tokens.add(key);
    }

    void enter(int index) {
        tokens.add(index);
    }

    /** A key or an index. */
    void enter(Object token) {
        tokens.add(token);
    }

    void leave() {
        tokens.remove(tokens.size() - 1);
    }

    int depth() {
        return tokens.size();
    }

    /** As RFC 6901 writes it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Object token : tokens) {
            text.append('/').append(token instanceof String key ? key.replace("~", "~0").replace("/", "~1") : token);
        }
        return text.toString();
    }
}
