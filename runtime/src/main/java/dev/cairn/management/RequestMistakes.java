package dev.cairn.management;

import java.util.function.Supplier;

import jakarta.ws.rs.core.Response.Status;

import dev.cairn.http.HttpProblem;
import dev.cairn.http.ProblemDetails;
import io.smallrye.mutiny.Uni;

/**
 * What clients are told who made a mistake. Only what was made of their request is told: an {@link IllegalArgumentException} from elsewhere
 * may cite values that they may not see.
 */
final class RequestMistakes {

    private RequestMistakes() {}

    /** To be thrown. */
    static HttpProblem of(String message) {
        return new HttpProblem(ProblemDetails.of(Status.BAD_REQUEST, message));
    }

    /** What is made of the fields or parameters of a request alone; refuses what its constructors refuse. */
    static <T> T checked(Supplier<T> made) {
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
    static <T> Uni<T> page(String cursor, Supplier<Uni<? extends T>> search) {
        Uni<T> page = Uni.createFrom().deferred(search);
        return cursor == null ? page
                : page.onFailure(IllegalArgumentException.class)
                        .transform(unfit -> of("The parameter cursor is none that this API gave."));
    }
}
