package dev.cairn.http;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

import dev.cairn.api.CairnException;

/**
 * Answers with problem details (RFC 9457) where a resource of the application lets a {@link CairnException} go. A mapper of the application
 * for the same class comes first.
 */
public class CairnExceptionMapper implements ExceptionMapper<CairnException> {

    @Override
    public Response toResponse(CairnException failure) {
        return HttpProblemMapper.ofResource(failure).response();
    }
}
