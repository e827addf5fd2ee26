package dev.cairn.demo.trip;

public record Booking(String traveller, int nights, String hotel) {}
