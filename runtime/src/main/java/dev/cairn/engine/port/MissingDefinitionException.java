package dev.cairn.engine.port;

import dev.cairn.spi.InstanceRow;

/** The application has no definition with the name and version of an instance. */
public final class MissingDefinitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MissingDefinitionException(InstanceRow row) {
        super("the application has no workflow " + row.workflow() + ":" + row.version() + " any more");
    }
}
