package dev.cairn.engine.replay;

/** The engine stopped during a replay. Nothing is lost: the journal is as it was. */
public final class EngineStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EngineStoppedException() {
        super("the engine has stopped", null, false, false);
    }
}
