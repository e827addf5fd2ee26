package dev.cairn.testkit.crash;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How an application is to be tormented.
 *
 * @param seed of everything that is random here
 * @param kills how often it is killed
 * @param maxEffects a kill comes at the latest when the effect server has seen so many effects of a life, so that lives have the
 *        same content on slow machines and on fast ones
 * @param maxUptime the longest that a ready application is left alone, however little it does
 * @param concurrentStarts how many starts are on their way at once
 * @param patience how long the last life may take to be ready, and again to end all that was started
 */
public record CrashSettings(long seed, int kills, int maxEffects, Duration maxUptime, int concurrentStarts, Duration patience) {

    /**
     * As the system properties say: {@code crash.kills} (default as given) and {@code crash.seed} (default random). The seed is
     * printed, so that a run can be done again.
     */
    public static CrashSettings ofSystemProperties(int defaultKills) {
        long seed = Long.getLong("crash.seed", ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE));
        int kills = Integer.getInteger("crash.kills", defaultKills);
        System.out.printf("Crash run: -Dcrash.seed=%d -Dcrash.kills=%d%n", seed, kills);
        return new CrashSettings(seed, kills, 100, Duration.ofSeconds(10), 24, Duration.ofSeconds(60));
    }
}
