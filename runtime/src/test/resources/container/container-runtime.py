#!/usr/bin/env python3
"""A container runtime for tests: takes the options of Docker, and runs processes of this machine in place of containers.

Each container is a file in the directory `containers` beside this script. `calls` there has a line of JSON for each call: its arguments, the names of its
environment, and the permissions of the directory of its `--env-file`. As those of a server, the processes are no children of the command line and outlive it. The image "missing" cannot be had, "unstartable" is created and not started, "empty" ends at once. Filters are lists of comma-separated values with
patterns, and `--env=A*` stands for several variables, as with Podman.

Further files there: while `broken` exists, no server answers; while `slow` exists, lists are not answered; `busy` has the number of removals that will be refused
since another one is in progress.
"""

import csv
import fnmatch
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import uuid

DIRECTORY = pathlib.Path(__file__).resolve().parent / "containers"

# Runs its arguments in the background. The file $0.group has the number of the process group before they run, $0.code their code when they have ended.
MONITOR = 'echo $$ > "$0.group"; exec 3<&0; (code=0; "$@" <&3 3<&- || code=$?; echo $code > "$0.new"; mv "$0.new" "$0.code") &'


def containers():
    for file in sorted(DIRECTORY.glob("*.json")):
        try:
            yield file, json.loads(file.read_text())
        except FileNotFoundError:
            pass


def write(container):
    file = DIRECTORY / (container["id"] + ".json")
    new = file.with_suffix(".new")
    new.write_text(json.dumps(container))
    new.rename(file)
    return file


def environment_of(file):
    for line in file.read_text("utf-8").split("\n"):
        variable, given, value = line.removesuffix("\r").lstrip().partition("=")
        if line and not variable.startswith("#"):
            if not given or not variable or " " in variable or "\t" in variable:
                sys.exit(125)
            if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
                value = value[1:-1]
            yield variable, value


def run(arguments):
    options = [argument for argument in arguments if argument.startswith("--")]
    image, *command = arguments[len(options):]
    if image == "missing":
        print("stub: pull access denied for missing", file=sys.stderr)
        return 125
    labels = dict(option[len("--label="):].split("=", 1) for option in options if option.startswith("--label="))
    name = next((option[len("--name="):] for option in options if option.startswith("--name=")), "")
    if name and any(other["name"] == name for _, other in containers()):
        print(f"stub: the name {name} is in use", file=sys.stderr)
        return 125
    container = {"id": uuid.uuid4().hex, "name": name, "labels": labels, "status": "created", "image": image}
    file = write(container)
    if image == "unstartable":
        print("stub: exec: no such file", file=sys.stderr)
        return 125
    environment = {"PATH": os.environ["PATH"]}
    for option in options:
        if option.startswith("--env="):
            variable, given, value = option[len("--env="):].partition("=")
            if given:
                environment[variable] = value
            elif variable.endswith("*"):
                environment.update((other, os.environ[other]) for other in os.environ if other.startswith(variable[:-1]))
            else:
                environment[variable] = os.environ[variable]
        elif option.startswith("--env-file="):
            environment.update(environment_of(pathlib.Path(option[len("--env-file="):])))
    code = file.with_suffix(".code")
    write({**container, "status": "running"})
    process = subprocess.Popen(["sh", "-c", MONITOR, file.with_suffix(""), *(["true"] if image == "empty" else command)], env=environment, start_new_session=True,
                               stdin=sys.stdin if "--interactive" in options else subprocess.DEVNULL)
    process.wait()
    while not code.exists():
        if not file.exists():
            return 137
        time.sleep(0.01)
    if "--rm" in options:
        file.unlink(missing_ok=True)
    elif file.exists():
        write({**container, "status": "exited"})
    return int(code.read_text())


def ps(arguments):
    every = "--all" in arguments
    filters = [value for argument in arguments if argument.startswith("--filter=") for value in next(csv.reader([argument[len("--filter="):]]))]
    labels = [condition[len("label="):] for condition in filters if condition.startswith("label=")]
    states = {condition[len("status="):] for condition in filters if condition.startswith("status=")}
    while (DIRECTORY / "slow").exists():
        time.sleep(0.01)
    template = next((argument[len("--format="):] for argument in arguments if argument.startswith("--format=")), "{{.ID}}")
    for _, container in containers():
        has = {f"{key}={value}" for key, value in container["labels"].items()} | set(container["labels"])
        chosen = all(label in has or "*" in label and fnmatch.filter(has, label) for label in labels)
        if chosen and (container["status"] in states if states else every or container["status"] == "running"):
            line = template.replace("{{.ID}}", container["id"])
            for key, value in container["labels"].items():
                line = line.replace('{{.Label "' + key + '"}}', value)
            print(line)
    return 0


def rm(arguments):
    busy = DIRECTORY / "busy"
    refusals = int(busy.read_text()) if busy.exists() else 0
    if refusals > 0:
        busy.write_text(str(refusals - 1))
        print(f"stub: removal of container {arguments[-1]} is already in progress", file=sys.stderr)
        return 1
    for file, container in containers():
        if container["id"] in arguments:
            group = file.with_suffix(".group")
            if group.exists():
                try:
                    os.killpg(int(group.read_text()), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            file.unlink(missing_ok=True)
    return 0


def main():
    DIRECTORY.mkdir(exist_ok=True)
    with (DIRECTORY / "calls").open("a") as calls:
        modes = [oct(pathlib.Path(argument[len("--env-file="):]).parent.stat().st_mode & 0o777) for argument in sys.argv if argument.startswith("--env-file=")]
        calls.write(json.dumps({"arguments": sys.argv[1:], "environment": sorted(os.environ), "modes": modes}) + "\n")
    if (DIRECTORY / "broken").exists():
        print("stub: cannot connect to the server", file=sys.stderr)
        return 1
    return {"run": run, "ps": ps, "rm": rm}[sys.argv[1]](sys.argv[2:])


sys.exit(main())
