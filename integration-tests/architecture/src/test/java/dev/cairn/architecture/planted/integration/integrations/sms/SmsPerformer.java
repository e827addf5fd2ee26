package dev.cairn.architecture.planted.integration.integrations.sms;

import dev.cairn.architecture.planted.integration.compiler.jq.JqParserMock;
import dev.cairn.architecture.planted.integration.engine.EngineMock;
import dev.cairn.architecture.planted.integration.spi.SmsPort;

public class SmsPerformer {
    EngineMock engine;
    JqParserMock parser;
    SmsPort port;
}
