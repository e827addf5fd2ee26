package dev.cairn.architecture.planted.integration.spi;

public class SmsPort {}
