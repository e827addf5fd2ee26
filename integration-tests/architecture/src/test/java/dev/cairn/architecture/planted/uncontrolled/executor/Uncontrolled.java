package dev.cairn.architecture.planted.uncontrolled.executor;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

public class Uncontrolled {

    LongSupplier reference = System::nanoTime;

    List<Object> clocks() {
        return List.of(System.currentTimeMillis(), System.nanoTime(), Instant.now(), LocalDate.now(), LocalTime.now(),
                LocalDateTime.now(), OffsetDateTime.now(), ZonedDateTime.now(), Clock.systemUTC(),
                Clock.tickMillis(ZoneOffset.UTC), new Date());
    }

    List<Object> randomness() {
        return List.of(new Random(), ThreadLocalRandom.current(), new SplittableRandom(), new SecureRandom(), UUID.randomUUID(),
                Math.random());
    }

    void waiting() throws InterruptedException {
        Thread.sleep(1);
        TimeUnit.DAYS.sleep(1);
        LockSupport.parkNanos(1);
    }
}
