package dev.cairn.architecture.planted.uncontrolled.time;

public class SystemTime {
    long now() {
        return System.currentTimeMillis();
    }
}
