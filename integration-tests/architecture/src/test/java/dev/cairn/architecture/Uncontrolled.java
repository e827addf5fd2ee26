package dev.cairn.architecture;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.tngtech.archunit.core.domain.JavaAccess;

/** Members that give another answer each time, or take time to answer: clocks, random numbers, sleep. */
final class Uncontrolled {

    /** Prefixes of method names by class; an empty prefix is every method and constructor. */
    private static final Map<String, Set<String>> MEMBERS = Map.ofEntries(
            entry(System.class, "currentTimeMillis", "nanoTime"),
            entry(Instant.class, "now"),
            entry(LocalDate.class, "now"),
            entry(LocalTime.class, "now"),
            entry(LocalDateTime.class, "now"),
            entry(OffsetDateTime.class, "now"),
            entry(ZonedDateTime.class, "now"),
            entry(Clock.class, "system", "tick"),
            entry(Date.class, "<init>"),
            entry(Random.class, ""),
            entry(ThreadLocalRandom.class, ""),
            entry(SplittableRandom.class, ""),
            entry(SecureRandom.class, ""),
            entry(UUID.class, "randomUUID"),
            entry(Math.class, "random"),
            entry(Thread.class, "sleep"),
            entry(TimeUnit.class, "sleep"),
            entry(LockSupport.class, "park"));

    private Uncontrolled() {}

    /** Calls and method references alike. */
    static boolean isReachedBy(JavaAccess<?> access) {
        Set<String> prefixes = MEMBERS.getOrDefault(access.getTargetOwner().getName(), Set.of());
        return prefixes.stream().anyMatch(access.getTarget().getName()::startsWith);
    }

    private static Map.Entry<String, Set<String>> entry(Class<?> owner, String... prefixes) {
        return Map.entry(owner.getName(), Set.of(prefixes));
    }
}
