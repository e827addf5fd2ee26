package dev.cairn.architecture.planted.integration.integrations.sms.deployment;

import dev.cairn.architecture.planted.integration.compiler.CompilerMock;
import dev.cairn.architecture.planted.integration.compiler.jq.JqParserMock;

public class SmsProcessor {
    CompilerMock compiler;
    JqParserMock parser;
}
