package dev.cairn.integrations.messaging.incoming;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Messages that wait for those before them, by key. Thread-safe. */
final class OrderedMessages {

    /** A key is here while one of its messages is under way; its queue has those that wait. */
    private final Map<Object, Queue<ReceivedMessage>> waitingByKey = new HashMap<>();

    /** True if the message is the next of its key; otherwise it waits. */
    synchronized boolean isNext(ReceivedMessage message) {
        if (message.orderKey == null) {
            return true;
        }
        Queue<ReceivedMessage> waiting = waitingByKey.get(message.orderKey);
        if (waiting == null) {
            waitingByKey.put(message.orderKey, new ArrayDeque<>(2));
            return true;
        }
        waiting.add(message);
        return false;
    }

    /** A message is done; gives the next message of its key, or null. */
    synchronized ReceivedMessage after(ReceivedMessage message) {
        if (message.orderKey == null) {
            return null;
        }
        ReceivedMessage next = waitingByKey.get(message.orderKey).poll();
        if (next == null) {
            waitingByKey.remove(message.orderKey);
        }
        return next;
    }
}
