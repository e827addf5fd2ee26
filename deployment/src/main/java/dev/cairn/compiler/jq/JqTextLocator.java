package dev.cairn.compiler.jq;

/** The text of an expression, for messages about places in it. */
record JqTextLocator(String text) {

    JqSyntaxException error(int offset, String message) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < offset; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new JqSyntaxException(message, offset, line, offset - lineStart + 1);
    }

    int line(int offset) {
        return error(offset, "").line();
    }
}
