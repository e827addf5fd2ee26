package dev.cairn.testkit.crash;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Settings of a crash test.
 *
 * @param seed of everything that is random here
 * @param kills number of kills, or of outages
 * @param maxEffects a kill comes at the latest when the effect server has seen this number of effects of a life, so that lives
 *        have the same content on slow machines and on fast ones
 * @param maxUptime maximum time that a ready application is left alone, even without effects
 * @param concurrentStarts number of starts under way at once
 * @param patience maximum time until the last life is ready, and again until all started instances have ended
 */
public record CrashSettings(long seed, int kills, int maxEffects, Duration maxUptime, int concurrentStarts, Duration patience) {

    /**
     * As the system properties say: {@code crash.kills} (default as given) and {@code crash.seed} (default random). The seed is
     * printed, so that a run can be done again.
     */
    public static CrashSettings ofSystemProperties(int defaultKills) {
        return ofSystemProperties("crash.kills", defaultKills);
    }

    /** The same for {@link CrashRun#run(CrashRun.Outage)}: how many outages there are, {@code crash.outages} says. */
    public static CrashSettings ofOutages(int defaultOutages) {
        return ofSystemProperties("crash.outages", defaultOutages);
    }

    private static CrashSettings ofSystemProperties(String property, int usual) {
        long seed = Long.getLong("crash.seed", ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));
        int times = Integer.getInteger(property, usual);
        System.out.printf("Crash run: -Dcrash.seed=%d -D%s=%d%n", seed, property, times);
        return new CrashSettings(seed, times, 100, Duration.ofSeconds(10), 24, Duration.ofSeconds(60));
    }
}
