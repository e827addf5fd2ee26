package dev.cairn.architecture.planted.backwards.value;

import dev.cairn.architecture.planted.backwards.program.Operation;

public class Number {
    Operation operation;
}
