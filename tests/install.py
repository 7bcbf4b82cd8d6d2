#!/usr/bin/env python3
"""Installs a build, moves it elsewhere, and uses it as others would: a program of their own with find_package and with
pkg-config, with clang and with g++, on the CPU and on a GPU engine; and the installed program.

Usage: install.py BUILD-FOLDER ENGINE
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

source = Path(__file__).resolve().parent.parent
build = Path(sys.argv[1]).resolve()
engine = sys.argv[2]
version = re.search(r'BITLOOM_VERSION "([\d.]+)"', (source / "include/bitloom/version.h").read_text()).group(1)


def run(*command, **environment):
    print("+", *command, flush=True)
    return subprocess.run(
        [str(word) for word in command],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        cwd=work,
        env=os.environ | {key: str(value) for key, value in environment.items()},
    ).stdout


def check(holds, what):
    if not holds:
        sys.exit(f"install.py: {what}")


def files_below(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


with tempfile.TemporaryDirectory(prefix="bitloom-install-") as temporary:
    work = Path(temporary)
    staged, prefix = work / "staged", work / "moved/here"
    run("cmake", "--install", build, "--prefix", staged)
    plain = {path.relative_to(staged).as_posix() for path in files_below(staged)}
    for name in (
        "bin/bitloom",
        "include/bitloom/bitloom.h",
        "lib/libbitloom.a",
        "lib/cmake/bitloom/bitloom-config.cmake",
        "lib/pkgconfig/bitloom.pc",
        "share/doc/bitloom/LICENSE",
    ):
        check(name in plain, f"{name} is not installed; there are {sorted(plain)}")
    check(not any(name.startswith(("lib/bitloom/", "share/bitloom/")) for name in plain), "components came unasked")
    run("cmake", "--install", build, "--prefix", staged, "--component", "engines")
    run("cmake", "--install", build, "--prefix", staged, "--component", "demo")
    prefix.parent.mkdir()
    staged.rename(prefix)  # so that what remembers a path fails

    # What is installed knows neither where it came from nor where it was put first. Debug information does, where a build
    # has it: that is taken out.
    library = prefix / "lib/libbitloom.a"
    run("objcopy", "--strip-debug", library)
    run("objcopy", "--strip-debug", prefix / "bin/bitloom")
    for path in files_below(prefix):
        if path.parts[-3:-1] == ("lib", "bitloom"):
            continue  # the engines are others' work
        content = path.read_bytes()
        for place in (source, build, staged):
            check(str(place).encode() not in content, f"{path.relative_to(prefix)} mentions {place}")

    # The program.
    bitloom = prefix / "bin/bitloom"
    check(run(bitloom, "--version").strip() == version, "bitloom --version is another")
    check(json.loads((source / "js/package.json").read_text())["version"] == version, "js/package.json is another")
    listed = run(bitloom, "devices")
    check(str(prefix / "lib/bitloom") in listed, f"bitloom does not find the engines it came with:\n{listed}")

    # Programs of others. Their source is copied, so that nothing is found beside it.
    consumer, model = work / "consumer", prefix / "share/bitloom/zoo/intents"
    shutil.copytree(source / "tests/consumer", consumer)
    programs = []
    for compiler in ("clang++-19", "g++-12"):
        made = work / f"with-{compiler}"
        run(
            *("cmake", "-S", consumer, "-B", made, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}"),
            *("-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_PREFIX_PATH={prefix}"),
        )
        run("cmake", "--build", made)
        programs.append(made / "consumer")
        flags = run("pkg-config", "--cflags", "--libs", "bitloom", PKG_CONFIG_PATH=prefix / "lib/pkgconfig").split()
        made = work / f"pkg-config-{compiler}"
        run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", consumer / "main.cc", "-o", made, *flags)
        programs.append(made)
    library = str(prefix / "lib/bitloom" / {"dawn": "libwebgpu_dawn.so", "wgpu": "libwgpu_native.so"}[engine])
    for program in programs:
        check(run(program, "cpu", model).strip() == f"bitloom {version} on cpu", f"{program} on the CPU")
    for program in programs[:: len(programs) - 1]:  # the first of clang and the last of g++
        said = run(program, "gpu", model, BITLOOM_WEBGPU=library)
        check(said.startswith(f"bitloom {version} on "), f"{program} on {library} said {said}")
print("ok")
