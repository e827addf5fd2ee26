package dev.cairn.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.logging.Logger;

import dev.cairn.time.LogRateLimiter;
import dev.cairn.time.TimeSource;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * Bounds the bytes of request bodies that triggers and commands hold in memory together, and the time in which each body has to
 * arrive. Thread-safe.
 *
 * <p>
 * A body that states its length reserves all of it before its first byte is read, so an admitted upload can finish. A body without a
 * stated length reserves its bytes as they arrive. A body that has no room is admitted while no other is in memory: otherwise a body
 * larger than the bound could never be sent. A quarter of the bound is for small bodies: a few large ones that do not arrive would keep
 * all others out.
 *
 * <p>
 * The rest of a body that is refused is read and dropped, so that its client gets to read the answer, but for no longer than any body
 * may take.
 */
@Singleton
public class UploadMemoryBudget {

    static final long UNKNOWN_LENGTH = -1;
    /** The largest body for which a part of the room is kept. */
    private static final long MAX_SMALL_BYTES = 64 << 10;
    private static final int SMALL_PART = 4;

    private static final Logger LOG = Logger.getLogger("dev.cairn.http");
    private static final long LOG_INTERVAL_MILLIS = 60_000;
    private static final long LONGEST_LOOK_MILLIS = 1_000;

    private final Vertx vertx;
    private final TimeSource time;
    private final HttpSettings settings;
    /** Reserved by bodies that state a small length. Guarded by this, as the next. */
    private long smallBytes;
    private long largeBytes;
    private final Set<UploadReservation> arriving = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean timed = new AtomicBoolean();
    private final LogRateLimiter logInterval;

    UploadMemoryBudget(Vertx vertx, TimeSource time, HttpSettings settings) {
        this.vertx = vertx;
        this.time = time;
        this.settings = settings;
        this.logInterval = new LogRateLimiter(time, LOG_INTERVAL_MILLIS);
    }

    /** Size of the body that a request states in bytes: 0 for none, or {@link #UNKNOWN_LENGTH}. */
    public static long statedLength(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            return Long.parseLong(length);
        }
        boolean mayHaveBody = request.version() == HttpVersion.HTTP_2 ? !request.isEnded()
                : request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
        return mayHaveBody ? UNKNOWN_LENGTH : 0;
    }

    /**
     * Admits the body of a request. To be called on the event loop of the request, before its body is read.
     *
     * @return false if other bodies leave no room for it
     */
    public boolean admit(RoutingContext routing) {
        long bytes = statedLength(routing.request());
        if (bytes == 0) {
            return true;
        }
        UploadReservation upload = new UploadReservation(this, routing, bytes != UNKNOWN_LENGTH && bytes <= MAX_SMALL_BYTES,
                time.elapsedNanos());
        boolean hasRoom = bytes == UNKNOWN_LENGTH || upload.reserve(bytes);
        if (hasRoom) {
            routing.put(UploadReservation.KEY, upload);
        }
        limitTime(upload, routing);
        return hasRoom;
    }

    /** Gives a body that is dropped as it comes as long as any other. To be called on the event loop of the request. */
    public void limitTime(RoutingContext routing) {
        limitTime(new UploadReservation(this, routing, true, time.elapsedNanos()), routing);
    }

    private void limitTime(UploadReservation upload, RoutingContext routing) {
        arriving.add(upload);
        routing.addEndHandler(ended -> upload.release());
        watch();
    }

    /** The answer to a client whose body has no room. */
    public static ProblemDetails noRoom() {
        return HttpProblemMapper.unavailable("The bodies of other requests leave no room for this one. Nothing was started.");
    }

    /** The answer to a client whose body takes too long. */
    ProblemDetails tooLate() {
        return ProblemDetails.of(Status.REQUEST_TIMEOUT, "The body did not arrive within " + settings.bodyTimeout().toMillis()
                + " ms. Nothing was started. Send it faster or in smaller parts, or raise quarkus.cairn.http.body-timeout.");
    }

    /** Bytes that bodies have reserved and not released yet. */
    public synchronized long reservedBytes() {
        return smallBytes + largeBytes;
    }

    /**
     * Reserves bytes of a body.
     *
     * @param ownBytes bytes that it has reserved before
     */
    boolean reserve(long bytes, long ownBytes, boolean isSmall) {
        long before;
        synchronized (this) {
            before = smallBytes + largeBytes;
            if (before == ownBytes || fits(bytes, ownBytes, isSmall)) {
                count(bytes, isSmall);
                return true;
            }
        }
        say(bytes, before);
        return false;
    }

    private boolean fits(long bytes, long ownBytes, boolean isSmall) {
        long most = settings.maxUploadBytes();
        long mostLarge = most - most / SMALL_PART;
        if (isSmall) {
            return Math.min(largeBytes, mostLarge) + smallBytes + bytes <= most;
        }
        return largeBytes + smallBytes + bytes <= most && (largeBytes == ownBytes || largeBytes + bytes <= mostLarge);
    }

    synchronized void release(long bytes, boolean isSmall) {
        count(-bytes, isSmall);
    }

    private void count(long bytes, boolean isSmall) {
        if (isSmall) {
            smallBytes += bytes;
        } else {
            largeBytes += bytes;
        }
    }

    /** The body is there, or is not wanted any more. */
    void arrived(UploadReservation upload) {
        arriving.remove(upload);
    }

    private void say(long bytes, long before) {
        if (logInterval.isDue()) {
            LOG.warnf(
                    "CAIRN-0711: Refused the body of a request [bytes=%d, inMemory=%d, limit=%d]: the bodies of other requests"
                            + " leave no room for it. Clients are told to try again. If that lasts, give the JVM more heap or raise"
                            + " quarkus.cairn.http.max-upload-size.",
                    bytes, before, settings.maxUploadBytes());
        }
    }

    /** One timer looks after all bodies, and only while some are arriving: most are there at once. */
    private void watch() {
        if (timed.get() || arriving.isEmpty() || !timed.compareAndSet(false, true)) {
            return;
        }
        long timeoutMillis = settings.bodyTimeout().toMillis();
        vertx.setTimer(Math.max(1, Math.min(LONGEST_LOOK_MILLIS, timeoutMillis / 4)), tick -> {
            long latestNanos = time.elapsedNanos() - TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            for (UploadReservation upload : arriving) {
                if (upload.begunAtNanos() - latestNanos < 0) {
                    upload.expire();
                } else if (upload.isRead()) {
                    arrived(upload);
                }
            }
            timed.set(false);
            watch();
        });
    }
}
