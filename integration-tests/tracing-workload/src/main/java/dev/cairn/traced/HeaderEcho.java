package dev.cairn.traced;

import java.util.HashMap;
import java.util.Map;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;

/** A service that workflows call. It answers with the trace of the request. */
@Path("/echo")
public class HeaderEcho {

    /** The headers of the trace that the request had. */
    @GET
    public Map<String, String> echo(@HeaderParam("traceparent") String parent, @HeaderParam("tracestate") String state) {
        Map<String, String> headers = new HashMap<>();
        headers.put("traceparent", parent);
        headers.put("tracestate", state);
        return headers;
    }
}
