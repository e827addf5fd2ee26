package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** External call: another service is asked, and takes its time. */
@Workflow(name = ExternalCall.NAME, namespace = "bench")
public class ExternalCall {

    static final String NAME = "external";

    static Flow define() {
        return flow(
                set("receive", """
                        {
                          orderId: .orderId,
                          amount: .amount,
                          customerId: .customerId,
                          delayMs: .delayMs,
                          status: "RECEIVED"
                        }"""),
                http("assess", "POST", "${ \"\\($workflow.input.stub)?delayMs=\\(.delayMs)\" }").body("${ . }"),
                set("complete", """
                        {
                          orderId: .orderId,
                          amount: .amount,
                          customerId: .customerId,
                          delayMs: .delayMs,
                          risk: .risk,
                          segment: .segment,
                          source: .source,
                          status: "COMPLETED"
                        }"""));
    }
}
