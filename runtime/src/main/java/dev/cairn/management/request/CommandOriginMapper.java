package dev.cairn.management.request;

import java.util.Locale;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.management.access.CallerAccess;

/** Converts the kinds and origins of commands to JSON fields and back. */
public final class CommandOriginMapper {

    private CommandOriginMapper() {}

    public static String of(CommandKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** The command of a name, or null if there is none. */
    public static CommandKind kind(String name) {
        for (CommandKind kind : CommandKind.values()) {
            if (of(kind).equals(name)) {
                return kind;
            }
        }
        return null;
    }

    /** The caller as the origin of a command. A name that is too long, such as that of a certificate, is shortened to its beginning. */
    public static CommandOrigin origin(CallerAccess access, String reason) {
        String principal = access.principal();
        boolean isLong = principal != null && principal.length() > CommandOrigin.MAX_PRINCIPAL_CHARS;
        return new CommandOrigin(isLong ? principal.substring(0, CommandOrigin.MAX_PRINCIPAL_CHARS - 1) + '…' : principal,
                reason);
    }

    /** Puts principal and reason, as far as they are known. */
    public static void put(ObjectNode json, CommandOrigin origin) {
        if (origin.principal() != null) {
            json.put("principal", origin.principal());
        }
        if (origin.reason() != null) {
            json.put("reason", origin.reason());
        }
    }
}
