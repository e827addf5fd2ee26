package dev.cairn.driver;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Instances that are being brought into memory. Safe for any thread. */
final class OnTheirWay {

    private final AtomicLong added = new AtomicLong();
    /** Each instance with its number: the later it set out the larger. */
    private final Map<String, Long> numbers = new ConcurrentHashMap<>();
    private final NavigableMap<Long, String> inOrder = new ConcurrentSkipListMap<>();
    private final Queue<Awaited> awaited = new ConcurrentLinkedQueue<>();

    /** False if the instance was on its way already. */
    boolean add(String instanceId) {
        long number = added.incrementAndGet();
        inOrder.put(number, instanceId);
        boolean fresh = numbers.putIfAbsent(instanceId, number) == null;
        if (!fresh) {
            passed(number);
        }
        return fresh;
    }

    boolean contains(String instanceId) {
        return numbers.containsKey(instanceId);
    }

    /** An instance is in memory, or will not come. */
    void remove(String instanceId) {
        Long number = numbers.remove(instanceId);
        if (number != null) {
            passed(number);
        }
    }

    /** Runs something once each of the instances that are on their way now is removed; at once if there are none. */
    void whenArrived(Runnable then) {
        awaited.add(new Awaited(added.get(), then));
        settle();
    }

    private void passed(long number) {
        inOrder.remove(number);
        settle();
    }

    private void settle() {
        for (Awaited next = awaited.peek(); next != null && isPast(next.last); next = awaited.peek()) {
            // Of several threads that see it one runs it.
            if (awaited.remove(next)) {
                next.then.run();
            }
        }
    }

    private boolean isPast(long number) {
        Map.Entry<Long, String> first = inOrder.firstEntry();
        return first == null || first.getKey() > number;
    }

    /** Waits for all up to a number. Equal to itself alone. */
    private static final class Awaited {
        private final long last;
        private final Runnable then;

        Awaited(long last, Runnable then) {
            this.last = last;
            this.then = then;
        }
    }
}
