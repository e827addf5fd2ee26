package dev.cairn.program;

/**
 * Identity and settings of a program. Replay does not depend on them.
 *
 * @param workflow qualified name, {@code namespace:name}
 * @param version semantic version
 * @param triggers its triggers
 * @param instances its settings for instances
 * @param answers its expressions that answer callers
 */
public record ProgramMetadata(String workflow, String version, ProgramTriggers triggers, InstanceSettingsPlan instances,
        AnswerPlan answers) {}
