package dev.cairn.driver;

import dev.cairn.executor.Happening;
import dev.cairn.executor.Step;
import dev.cairn.time.Chance;

/** Settles what an instance wants that needs nobody else: the time, and when a timer is due. */
final class Settlement {

    private Settlement() {}

    /** What happens to a {@link Step.Timer} or {@link Step.Clock} that is wanted now. */
    static Happening.OfEffect of(Step wanted, long nowMillis, Chance chance) {
        if (wanted instanceof Step.Timer timer) {
            long delay = chance.between(timer.leastMillis(), timer.mostMillis());
            return new Happening.Scheduled(timer.id(), nowMillis + delay);
        }
        return new Happening.ClockRead(((Step.Clock) wanted).id(), nowMillis);
    }
}
