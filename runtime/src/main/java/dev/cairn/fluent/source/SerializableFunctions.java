package dev.cairn.fluent.source;

import java.io.Serializable;

import dev.cairn.api.CallContext;

/**
 * The shapes of methods that a task can call. Never implemented by hand: write a method reference or a lambda where one is asked
 * for, and the Java compiler finds the shape. They are serialisable so that the method behind them can be found while the
 * application is built; nothing is ever serialised.
 */
public final class SerializableFunctions {

    private SerializableFunctions() {}

    /** A static method or lambda without argument. */
    @FunctionalInterface
    public interface Function0<R> extends Serializable {
        /** Calls it. */
        R call() throws Exception;
    }

    /** A bean method without argument, {@code Inventory::count}; or a static method or lambda with one. */
    @FunctionalInterface
    public interface Function1<A, R> extends Serializable {
        /** Calls it. */
        R call(A beanOrArgument) throws Exception;
    }

    /** A bean method with one argument, {@code Inventory::reserve}; or a static method or lambda with one and a context. */
    @FunctionalInterface
    public interface Function2<A, B, R> extends Serializable {
        /** Calls it. */
        R call(A beanOrArgument, B argumentOrContext) throws Exception;
    }

    /** A bean method with one argument and a context. */
    @FunctionalInterface
    public interface Function3<A, B, R> extends Serializable {
        /** Calls it. */
        R call(A bean, B argument, CallContext context) throws Exception;
    }

    /** As {@link Function0}, without a result. */
    @FunctionalInterface
    public interface Action0 extends Serializable {
        /** Calls it. */
        void call() throws Exception;
    }

    /** As {@link Function1}, without a result. */
    @FunctionalInterface
    public interface Action1<A> extends Serializable {
        /** Calls it. */
        void call(A beanOrArgument) throws Exception;
    }

    /** As {@link Function2}, without a result. */
    @FunctionalInterface
    public interface Action2<A, B> extends Serializable {
        /** Calls it. */
        void call(A beanOrArgument, B argumentOrContext) throws Exception;
    }

    /** As {@link Function3}, without a result. */
    @FunctionalInterface
    public interface Action3<A, B> extends Serializable {
        /** Calls it. */
        void call(A bean, B argument, CallContext context) throws Exception;
    }
}
