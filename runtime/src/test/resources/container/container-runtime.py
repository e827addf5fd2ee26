#!/usr/bin/env python3
"""A container runtime for tests: takes the options of Docker, and runs processes of this machine in place of containers.

Each container is a file in the directory `containers` beside this script. `calls` there has a line of JSON for each call: its arguments, and the names of its
environment. The image "missing" cannot be had, "unstartable" is created and not started, "empty" ends at once.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import uuid

DIRECTORY = pathlib.Path(__file__).resolve().parent / "containers"


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
            environment[variable] = value if given else os.environ[variable]
    process = subprocess.Popen(["true"] if image == "empty" else command, env=environment, start_new_session=True,
                               stdin=sys.stdin if "--interactive" in options else subprocess.DEVNULL)
    write({**container, "status": "running", "pid": process.pid})
    code = process.wait()
    if "--rm" in options:
        file.unlink(missing_ok=True)
    elif file.exists():
        write({**container, "status": "exited"})
    return code if code >= 0 else 128 - code


def ps(arguments):
    every = "--all" in arguments
    filters = [argument[len("--filter="):] for argument in arguments if argument.startswith("--filter=")]
    labels = [condition[len("label="):] for condition in filters if condition.startswith("label=")]
    states = {condition[len("status="):] for condition in filters if condition.startswith("status=")}
    template = next((argument[len("--format="):] for argument in arguments if argument.startswith("--format=")), "{{.ID}}")
    for _, container in containers():
        has = {f"{key}={value}" for key, value in container["labels"].items()} | set(container["labels"])
        if has.issuperset(labels) and (container["status"] in states if states else every or container["status"] == "running"):
            line = template.replace("{{.ID}}", container["id"])
            for key, value in container["labels"].items():
                line = line.replace('{{.Label "' + key + '"}}', value)
            print(line)
    return 0


def rm(arguments):
    for file, container in containers():
        if container["id"] in arguments:
            if "pid" in container and container["status"] == "running":
                try:
                    os.killpg(container["pid"], signal.SIGKILL)
                except ProcessLookupError:
                    pass
            file.unlink(missing_ok=True)
    return 0


def main():
    DIRECTORY.mkdir(exist_ok=True)
    with (DIRECTORY / "calls").open("a") as calls:
        calls.write(json.dumps({"arguments": sys.argv[1:], "environment": sorted(os.environ)}) + "\n")
    if (DIRECTORY / "broken").exists():
        print("stub: cannot connect to the server", file=sys.stderr)
        return 1
    return {"run": run, "ps": ps, "rm": rm}[sys.argv[1]](sys.argv[2:])


sys.exit(main())
