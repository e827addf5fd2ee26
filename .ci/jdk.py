"""Prints the home of an installed JDK of a major version: python3 .ci/jdk.py 17. Exits with 1 if none is found."""

import glob
import os
import pathlib
import re
import subprocess
import sys

USUAL_PLACES = (
    "/usr/lib/jvm/*", "/opt/*jdk*", "/opt/java/*", "~/.sdkman/candidates/java/*", "~/.jdks/*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
)


def candidates(major):
    """Homes in order of preference: JAVA_HOME, variables such as JAVA_HOME_17_X64, then the usual places."""
    yield os.environ.get("JAVA_HOME", "")
    yield from (home for name, home in sorted(os.environ.items()) if re.fullmatch(rf"JAVA_HOME_{major}(_.*)?", name))
    for place in USUAL_PLACES:
        yield from sorted(glob.glob(os.path.expanduser(place)))


def find(major):
    """Returns the home as a string, or None."""
    for home in candidates(major):
        javac = pathlib.Path(home) / "bin/javac"
        if home and os.access(javac, os.X_OK):
            version = subprocess.run([javac, "-version"], capture_output=True, text=True, check=False)
            if re.match(rf"javac {major}\b", version.stdout + version.stderr):
                return home
    return None


if __name__ == "__main__":
    found = find(sys.argv[1])
    if found is None:
        sys.exit(1)
    print(found)
