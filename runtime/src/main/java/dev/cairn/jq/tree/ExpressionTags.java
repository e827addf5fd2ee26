package dev.cairn.jq.tree;

/** The tags of the stored form. A tag is never given another meaning. */
final class ExpressionTags {

    static final int IDENTITY = 1;
    static final int LITERAL = 2;
    static final int VARIABLE = 3;
    static final int LOCAL = 4;
    static final int FIELD = 5;
    static final int INDEX = 6;
    static final int SLICE = 7;
    static final int ITERATE = 8;
    static final int PIPE = 9;
    static final int COMMA = 10;
    static final int NEGATE = 11;
    static final int BINARY = 12;
    static final int AND = 13;
    static final int OR = 14;
    static final int ALTERNATIVE = 15;
    static final int OBJECT_CONSTRUCTION = 16;
    static final int ARRAY_CONSTRUCTION = 17;
    static final int OBJECT_TEMPLATE = 18;
    static final int ARRAY_TEMPLATE = 19;
    static final int INTERPOLATION = 20;
    static final int IF = 21;
    static final int TRY = 22;
    static final int REDUCE = 23;
    static final int FOREACH = 24;
    static final int BIND = 25;
    static final int DEFINE = 26;
    static final int CALL = 27;
    static final int LABEL = 28;
    static final int BREAK = 29;
    static final int BUILTIN = 30;
    static final int ASSIGN = 31;
    static final int UPDATE = 32;
    static final int ARITHMETIC_UPDATE = 33;
    static final int ALTERNATIVE_UPDATE = 34;

    static final int OPTIONAL = 35;

    static final int PATTERN_SINGLE = 1;
    static final int PATTERN_ELEMENTS = 2;
    static final int PATTERN_FIELDS = 3;

    private ExpressionTags() {}
}
