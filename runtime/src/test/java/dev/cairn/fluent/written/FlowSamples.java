package dev.cairn.fluent.written;

import java.util.concurrent.CompletionStage;

import dev.cairn.api.CallContext;
import dev.cairn.fluent.source.SerializableFunctions;

/** Beans and other things that tasks call, or must not call. */
final class FlowSamples {

    record Item(String sku) {}

    static class Counted {
        int count() {
            return 0;
        }

        int inherited(Item item) {
            return 0;
        }
    }

    static class Inventory extends Counted {

        String reserve(Item item) {
            return item.sku();
        }

        String reserveWith(Item item, CallContext context) {
            return context.task();
        }

        String onlyContext(CallContext context) {
            return context.task();
        }

        void release(Item item) {}

        void releaseAll() {}

        void releaseWith(Item item, CallContext context) {}

        CompletionStage<String> later(Item item) {
            return null;
        }

        int primitive(int count) {
            return count;
        }

        static String check(Item item) {
            return item.sku();
        }

        static void log(Item item) {}

        static String now() {
            return "";
        }

        static String checkWith(Item item, CallContext context) {
            return context.task();
        }
    }

    interface Shipping {
        String ship(Item item);
    }

    /** A class that looks like a lambda and is none. */
    static class NoLambda implements SerializableFunctions.Function1<Item, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String call(Item item) {
            return item.sku();
        }
    }

    private FlowSamples() {}
}
