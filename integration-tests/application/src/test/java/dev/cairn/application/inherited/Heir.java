package dev.cairn.application.inherited;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.application.InheritedMethodTest;

/** Inherits a method that classes of this package cannot call on it. */
@ApplicationScoped
public class Heir extends InheritedMethodTest.Ancestor {

    @Override
    protected String name() {
        return "heir";
    }
}
