package dev.cairn.compiler.reader;

/** Codes of faults in the form of a definition. One code for each meaning; the page "Errors" explains them. */
public final class ReaderErrorCodes {

    /** A limit of an HTTP call that is none. */
    public static final String HTTP_BOUND = "CAIRN-0120";

    /** The name of the file says neither YAML nor JSON. */
    public static final String FILE_TYPE = "CAIRN-0101";

    /** The file is no UTF-8 text. */
    public static final String ENCODING = "CAIRN-0102";

    /** The text is no YAML or no JSON. */
    public static final String SYNTAX = "CAIRN-0103";

    /** The file is too large, nested too deeply, or grows too large by its aliases. */
    public static final String TOO_LARGE = "CAIRN-0104";

    /** An object has the same key twice. */
    public static final String DUPLICATE_KEY = "CAIRN-0105";

    /** Something of YAML that JSON has no counterpart for, such as a tag or a merge key. */
    public static final String NOT_JSON = "CAIRN-0106";

    /** A number that cannot be held without changing it. */
    public static final String INEXACT_NUMBER = "CAIRN-0107";

    /** A value of the wrong type. */
    public static final String WRONG_TYPE = "CAIRN-0110";

    /** A required property is missing. */
    public static final String MISSING_PROPERTY = "CAIRN-0111";

    /** A property that does not exist here. */
    public static final String UNKNOWN_PROPERTY = "CAIRN-0112";

    /** A task whose kind cannot be told. */
    public static final String UNKNOWN_KIND = "CAIRN-0113";

    /** Properties that exclude each other. */
    public static final String EXCLUSIVE_PROPERTIES = "CAIRN-0114";

    /** Something of the DSL that is not supported yet. */
    public static final String NOT_SUPPORTED = "CAIRN-0115";

    /** A value that is none of the allowed ones. */
    public static final String INVALID_VALUE = "CAIRN-0116";

    /** The name of a reusable component that {@code use} does not define. */
    public static final String UNKNOWN_REFERENCE = "CAIRN-0117";

    /** A duration that is none. */
    public static final String INVALID_DURATION = "CAIRN-0118";

    /** An entry of a list of tasks or cases that has not exactly one name. */
    public static final String LIST_ENTRY = "CAIRN-0119";

    /** A resource that cannot be read when the application is built. */
    public static final String RESOURCE = "CAIRN-0125";

    /** Something that is allowed and does nothing. */
    public static final String NO_EFFECT = "CAIRN-0126";

    /** A grant of OAuth 2.0 that needs a person. */
    public static final String ATTENDED_GRANT = "CAIRN-0130";

    /** A grant or a client authentication of OAuth 2.0 that lacks a setting. */
    public static final String GRANT_SETTINGS = "CAIRN-0131";

    private ReaderErrorCodes() {}
}
