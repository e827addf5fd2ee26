package dev.cairn.demo.greeting;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
public class Greeter {

    public String greet(Person person) {
        return "Hello, " + person.name();
    }

    public record Person(String name) {}
}
