package dev.cairn.effect.command;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The environment of the command line of a container runtime: which variables of which origin may be in it. */
final class RuntimeEnvironment {

    /** Variables by which these command lines find their server, their configuration and its credentials. */
    private static final Set<String> NEEDED = Set.of("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "TEMP",
            "USERPROFILE",
            "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH", "DOCKER_API_VERSION",
            "CONTAINER_HOST", "CONTAINER_CONNECTION", "CONTAINERS_CONF", "REGISTRY_AUTH_FILE", "XDG_RUNTIME_DIR",
            "XDG_CONFIG_HOME", "XDG_DATA_HOME", "SSH_AUTH_SOCK", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", ProcessTree.VARIABLE);
    /**
     * Names that the command line reads, or the programs, libraries and shells behind it, helpers for credentials included; in upper or
     * lower case.
     */
    private static final Pattern STEERING = Pattern.compile(
            "_?(DOCKER|CONTAINER|PODMAN|BUILD(AH|KIT|X)_|STORAGE_|REGISTRY_|NETAVARK_|XDG_|DBUS_|SSL_|SSH_|GNUPG|OTEL_"
                    + "|AWS_|AZURE_|GOOGLE_|CLOUDSDK_).*"
                    + "|(LD|DYLD|BASH|LC|MALLOC|GLIBC|LISTEN|NODE)_.*|(PYTHON|PERL).*|GO[A-Z]*|.*_PROXY"
                    + "|PATH|HOME|USER|LOGNAME|USERPROFILE|SYSTEMROOT|TMP|TEMP|TMPDIR|LANG|LANGUAGE|LOCPATH|NLSPATH|GCONV_PATH"
                    + "|TZ|TZDIR|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|NOTIFY_SOCKET|ENV|IFS|PS4|SHELL|SHELLOPTS|BASHOPTS|CDPATH|"
                    + ProcessTree.VARIABLE,
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private RuntimeEnvironment() {}

    /**
     * True for a variable of a container that must not be in this environment: the command line would read it, or, since the name
     * ends with {@code *}, take it as a pattern for names.
     */
    static boolean excludes(String variable) {
        return variable.endsWith("*") || STEERING.matcher(variable).matches();
    }

    /** The variables of this process that the command line reads. */
    static Map<String, String> ofThisProcess() {
        return InterpreterRunner.kept(NEEDED);
    }

    /** True for a variable that the command line gets from this process. */
    static boolean needs(String variable) {
        return NEEDED.contains(variable);
    }
}
