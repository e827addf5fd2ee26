package dev.cairn.architecture.planted.cycle.driver.stop;

import dev.cairn.architecture.planted.cycle.driver.start.Start;

public class Stop {
    Start start;
}
