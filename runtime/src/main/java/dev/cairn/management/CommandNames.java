package dev.cairn.management;

import java.util.Locale;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;

/** What commands are called in JSON. */
final class CommandNames {

    private CommandNames() {}

    static String of(CommandKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** The command of a name, or null if there is none. */
    static CommandKind kind(String name) {
        for (CommandKind kind : CommandKind.values()) {
            if (of(kind).equals(name)) {
                return kind;
            }
        }
        return null;
    }

    /** The caller as who asks. Of a name that is longer than one may be, such as that of a certificate, the beginning is kept. */
    static CommandOrigin origin(CallerAccess access, String reason) {
        String principal = access.principal();
        boolean isLong = principal != null && principal.length() > CommandOrigin.MAX_PRINCIPAL_CHARS;
        return new CommandOrigin(isLong ? principal.substring(0, CommandOrigin.MAX_PRINCIPAL_CHARS - 1) + '…' : principal,
                reason);
    }

    /** What is known of who asked. */
    static void put(ObjectNode json, CommandOrigin origin) {
        if (origin.principal() != null) {
            json.put("principal", origin.principal());
        }
        if (origin.reason() != null) {
            json.put("reason", origin.reason());
        }
    }
}
