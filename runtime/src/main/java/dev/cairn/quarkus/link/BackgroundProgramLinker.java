package dev.cairn.quarkus.link;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

import io.quarkus.runtime.ImageMode;

/**
 * Links the programs on a thread of its own while other extensions are initialised: most of the time goes into loading classes that
 * only the engine needs, which starts last.
 */
final class BackgroundProgramLinker implements Supplier<LinkedPrograms> {

    private final FutureTask<LinkedPrograms> linked;

    private BackgroundProgramLinker(Supplier<LinkedPrograms> link) {
        this.linked = new FutureTask<>(link::get);
    }

    /** Begins to link. A native executable is built with the programs linked, so there that is done when this returns. */
    static BackgroundProgramLinker begin(Supplier<LinkedPrograms> link) {
        BackgroundProgramLinker linking = new BackgroundProgramLinker(link);
        if (ImageMode.current() == ImageMode.NATIVE_BUILD) {
            linking.linked.run();
        } else {
            Thread thread = new Thread(linking.linked, "cairn-linking");
            thread.setDaemon(true);
            thread.start();
        }
        return linking;
    }

    /** Waits for the programs. The failure of linking is thrown unchanged. */
    @Override
    public LinkedPrograms get() {
        try {
            return linked.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            // Nothing else comes of a supplier.
            throw (RuntimeException) e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the programs were linked", e);
        }
    }
}
