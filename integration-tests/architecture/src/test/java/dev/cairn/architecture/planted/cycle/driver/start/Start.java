package dev.cairn.architecture.planted.cycle.driver.start;

import dev.cairn.architecture.planted.cycle.driver.stop.Stop;

public class Start {
    Stop stop;
}
