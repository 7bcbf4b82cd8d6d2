#!/usr/bin/env python3
"""A machine that fails: `bitloom` with tests/faults/shim.cc before it, which lets one call of a kind fail (a write for want of
space, a file that cannot be opened, memory that is not there). Each command runs once undisturbed and counted; then the n-th
call fails, for some n, drawn by a seed, or with BITLOOM_ALL for every n. It exits with 0 only where nothing differs from the
undisturbed run, and otherwise with 1 and one line; nothing half-written has a final name, and nothing is left behind.

    tests/faults.py build/dev/bitloom build/dev/libbitloom-faults.so [--seed S] [--each N] [--jobs J]
    tests/faults.py ... --only quantize --fault memory:1234       that one again
"""

import argparse
import concurrent.futures
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
MODELS = ROOT + "/tests/goldens/models"
KINDS = """write-enospc write-eio write-eintr write-short write-full read-eio read-eintr read-short close-eio fsync-eio mmap-enomem
 open-emfile open-eintr mkdir-enospc rename-eio thread-eagain thread-none memory memory-none""".split()
# What is expected to go on as if nothing had happened.
HARMLESS = {"write-eintr", "write-short", "read-eintr", "read-short", "mmap-enomem", "thread-eagain", "thread-none"}
# {here}: a folder of its own, compared in the end.
COMMANDS = {
    "quantize": ["quantize", MODELS + "/sentence-cls", "{here}/out", "--quiet"],
    "half": ["quantize", MODELS + "/whisper-times", "{here}/made/out", "--bits", "16", "--quiet"],
    "run": ["run", MODELS + "/sentence-cls", "--text", "a b", "--engine", "cpu"],
    "write": [
        "run",
        MODELS + "/whisper-times",
        "--audio",
        ROOT + "/zoo/digits/eval/00.wav",
        "--tokens",
        "4",
        "--engine",
        "cpu",
    ],
    "see": ["run", MODELS + "/vit", "--image", ROOT + "/zoo/clothes/sample/bag.png", "--engine", "cpu"],
    "eval": [
        "eval",
        MODELS + "/sentence-cls",
        "--limit",
        "1",
        "--bits",
        "8",
        "--json",
        "--svg",
        "{here}/x.svg",
        "--engine",
        "cpu",
    ],
    "inspect": ["inspect", MODELS + "/sentence-cls"],
}
TIME = re.compile(rb'("(?:ms_each|ms|seconds)": )[-+.e\d]+')


def tree(folder):
    """{path: bytes, or None of a folder}"""
    out = {}
    for where, folders, names in os.walk(folder):
        for name in folders:
            out[os.path.relpath(os.path.join(where, name), folder)] = None
        for name in names:
            path = os.path.join(where, name)
            with open(path, "rb") as file:
                out[os.path.relpath(path, folder)] = file.read()
    return out


class Run:
    """One run of a command in a folder of its own."""

    def __init__(self, options, command, fault):
        with tempfile.TemporaryDirectory(prefix="bitloom-faults-", dir=options.place) as folder:
            here, temporary, count = folder + "/here", folder + "/tmp", folder + "/count"
            os.mkdir(here)
            os.mkdir(temporary)
            words = [word.replace("{here}", here) for word in COMMANDS[command]]
            environment = {
                "PATH": os.environ["PATH"],
                "TMPDIR": temporary,
                "LD_PRELOAD": options.shim,
                "BITLOOM_FAULT": fault,
                "BITLOOM_FAULT_COUNT": count,
                "BITLOOM_THREADS": "3",
            }
            started = time.monotonic()
            try:
                done = subprocess.run(
                    [options.bitloom, *words],
                    capture_output=True,
                    stdin=subprocess.DEVNULL,
                    env=environment,
                    cwd=folder,
                    timeout=20,
                )
                self.code, self.out, self.err = done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")
            except subprocess.TimeoutExpired:
                self.code, self.out, self.err = "over 20 s", b"", ""
            self.seconds = time.monotonic() - started
            self.out = TIME.sub(rb"\1#", self.out.replace(here.encode(), b"{here}"))
            self.made, self.left = tree(here), sorted(tree(temporary))
            try:
                with open(count) as file:
                    self.calls = int(file.read() or 0)
            except FileNotFoundError:
                self.calls = 0


def wrong_with(run, good, kind):
    """What is wrong with a run that a fault was made in, or None."""
    if run.code == 0:
        if run.out != good.out:
            return "exit 0 with another output"
        if run.made != good.made:
            names = [n for n in sorted({*run.made, *good.made}) if run.made.get(n, b"-") != good.made.get(n, b"-")]
            return f"exit 0, and {names[0]} is not as it should be"
        return f"left behind: {run.left[0]}" if run.left else None
    if run.code != 1:
        if isinstance(run.code, int) and run.code < 0:
            return signal.Signals(-run.code).name
        return f"exit {run.code}"
    lines = run.err.rstrip("\n").split("\n")
    if len(lines) != 1 or not lines[0].startswith("bitloom: "):
        return f"a reason in {len(lines)} lines: {run.err[:200]!r}"
    if kind in HARMLESS:
        return "it could have gone on"
    if kind.startswith("memory"):  # such a process ends on the spot; who comes next clears what is half done
        parts = [
            n for n in run.made if "-part" not in n and run.made[n] is not None and run.made[n] != good.made.get(n)
        ]
    else:
        # A report may be whole before another one fails.
        parts = [n for n in run.made if run.made[n] is None or run.made[n] != good.made.get(n)] + run.left
    return f"left behind: {parts[0]}" if parts else None


def one(options, command, kind, n, good):
    run = Run(options, command, f"{kind}:{n}")
    return command, kind, n, wrong_with(run, good, kind), run.err.strip()[:160], run.seconds


def killed(options, r):
    """A quantize that is killed at some moment leaves nothing under its name, or all of it, and the next one clears the rest."""
    model = f"{ROOT}/zoo/numbers"
    words = lambda out: [options.bitloom, "quantize", model, out, "--quiet", "--solver", "rtn"]
    with tempfile.TemporaryDirectory(prefix="bitloom-faults-", dir=options.place) as folder:
        started = time.monotonic()
        subprocess.run(words(folder + "/whole"), check=True)
        took = time.monotonic() - started
        whole = tree(folder + "/whole")
        for _ in range(options.kills):
            moment = r.random() * took * 1.1
            child = subprocess.Popen(words(folder + "/out"), stderr=subprocess.DEVNULL)
            time.sleep(moment)
            child.kill()
            child.wait()
            if os.path.exists(folder + "/out") and tree(folder + "/out") != whole:
                return f"killed after {moment:.3f} s: out is there, and not whole"
            done = subprocess.run([*words(folder + "/out"), "--force"], capture_output=True, text=True)
            if done.returncode != 0 or tree(folder + "/out") != whole:
                return f"killed after {moment:.3f} s: the next run does not write it: {done.stderr[:200]}"
            if sorted(os.listdir(folder)) != ["out", "whole"]:
                return f"killed after {moment:.3f} s: the next run leaves {sorted(os.listdir(folder))}"
            shutil.rmtree(folder + "/out")
    return None


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("bitloom")
    parse.add_argument("shim")
    parse.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parse.add_argument(
        "--each", type=int, default=0 if os.environ.get("BITLOOM_ALL") else 5, help="of each kind; 0: all"
    )
    parse.add_argument("--jobs", type=int, default=2)
    parse.add_argument("--only", choices=COMMANDS)
    parse.add_argument("--fault", help="KIND, or KIND:N")
    parse.add_argument("--kills", type=int, default=100 if os.environ.get("BITLOOM_ALL") else 8)
    options = parse.parse_args()
    options.bitloom, options.shim = os.path.abspath(options.bitloom), os.path.abspath(options.shim)
    options.place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    r = random.Random(options.seed)
    print(f"seed {options.seed}", flush=True)
    tasks = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for command in [options.only] if options.only else COMMANDS:
            for kind in [options.fault.split(":")[0]] if options.fault else KINDS:
                good = Run(options, command, f"{kind}:0")
                assert good.code == 0 and not good.left, f"{command} fails undisturbed: {good.err}"
                if options.fault and ":" in options.fault:
                    chosen = [int(options.fault.split(":")[1])]
                else:
                    numbers = range(1, good.calls + 1)
                    chosen = r.sample(numbers, min(options.each or good.calls, good.calls))
                tasks += [pool.submit(one, options, command, kind, n, good) for n in chosen]
        failures, slowest = {}, 0.0
        for task in concurrent.futures.as_completed(tasks):
            command, kind, n, wrong, said, seconds = task.result()
            slowest = max(slowest, seconds)
            if wrong:
                failures.setdefault((command, kind, re.sub(r"\d+", "#", wrong)), []).append((n, said))
    for (command, kind, wrong), which in sorted(failures.items()):
        n, said = min(which)
        again = f"tests/faults.py {sys.argv[1]} {sys.argv[2]} --only {command} --fault {kind}:{n}"
        print(f"WRONG: {command}, {kind}: {wrong} ({len(which)} times)\n  {said}\n  again: {again}")
    print(f"{len(tasks)} faults, {sum(map(len, failures.values()))} wrong; slowest {slowest:.1f} s", flush=True)
    if not options.fault:
        if wrong := killed(options, r):
            failures["killed"] = wrong
            print("WRONG: " + wrong)
        print(f"killed {options.kills} times")
    return 1 if failures or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
