package dev.cairn.management.request;

import java.util.function.Supplier;

import jakarta.ws.rs.core.Response.Status;

import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import io.smallrye.mutiny.Uni;

/**
 * Answers for requests that are malformed. Only code that reads the request itself may supply the message: an
 * {@link IllegalArgumentException} from elsewhere may cite values that the caller may not see.
 */
public final class BadRequestAnswers {

    private BadRequestAnswers() {}

    /** To be thrown. */
    public static HttpProblemException of(String message) {
        return new HttpProblemException(ProblemDetails.of(Status.BAD_REQUEST, message));
    }

    /** Makes a value from fields or parameters of the request alone; an {@link IllegalArgumentException} becomes a 400. */
    public static <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException mistake) {
            throw of(mistake.getMessage());
        }
    }

    /**
     * A page that a cursor asked for.
     *
     * @param cursor or null: then nothing can be wrong with it
     * @param search asks for the page
     */
    public static <T> Uni<T> page(String cursor, Supplier<Uni<? extends T>> search) {
        Uni<T> page = Uni.createFrom().deferred(search);
        return cursor == null ? page
                : page.onFailure(IllegalArgumentException.class)
                        .transform(unfit -> of("The parameter cursor is none that this API gave."));
    }
}
