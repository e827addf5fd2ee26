package dev.cairn.extension.devmode;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.api.WorkflowFunction;

@ApplicationScoped
public class Greeter {

    @WorkflowFunction
    String greet(String name) {
        return "Hello " + name;
    }
}
