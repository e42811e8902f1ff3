#!/usr/bin/env python3
"""Submits editor-config/pipelines/slurm to a cluster of its own: munged, slurmctld and three
slurmd, all on this host. Needs root and Debian's slurm-wlm and munge; else it is skipped."""
import argparse
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "editor-config/pipelines/slurm"
NODES = 3
args = None  # set by main

KERNEL = """__global__ void scale{0}(float *p, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}}
void run{0}(float *p) {{ scale{0}<<<{0} * 1000, 128>>>(p, {0} * 128000); }}
"""

CONF = """ClusterName=gpuperf
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=bf_interval=1,sched_interval=1
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
{nodes}
PartitionName=cpu Nodes=n[1-{count}] Default=YES State=UP
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Slurm(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="gpuperf-slurm-", ignore_cleanup_errors=True)
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name).resolve()
        self.env = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf"),
                    "PATH": f"{args.bin}:/usr/sbin:{os.environ['PATH']}", "XDG_CACHE_HOME": str(self.folder / "cache")}
        (self.folder / "munge.key").write_bytes(os.urandom(1024))
        (self.folder / "munge.key").chmod(0o400)
        (self.folder / "state").mkdir()
        host = socket.gethostname().split(".")[0]
        # Each node may run one task of four cores, which this host need not have.
        nodes = "\n".join(f"NodeName=n{i} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs=4"
                          for i in range(1, NODES + 1))
        (self.folder / "slurm.conf").write_text(CONF.format(
            host=host, folder=self.folder, controller=free_port(), nodes=nodes, count=NODES))
        self.start("munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key",
                   f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
                   f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munged.seed")
        self.wait_for(lambda: (self.folder / "munge.socket").exists(), 30)
        self.start("slurmctld", "-D", "-c")
        for i in range(1, NODES + 1):
            (self.folder / f"spool-n{i}").mkdir()
            self.start("slurmd", "-D", "-c", "-N", f"n{i}")
        self.wait_for(lambda: self.run_tool("sinfo", "-h", "-o", "%T %D").stdout.split() == ["idle", str(NODES)], 60)

    def start(self, *command):
        log = open(self.folder / "daemons.log", "ab")
        self.addCleanup(log.close)
        process = subprocess.Popen(command, env=self.env, cwd=self.folder, stdout=log, stderr=log)

        def end():
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.addCleanup(end)

    def run_tool(self, *command, **more):
        return subprocess.run(command, env={**self.env, **more}, cwd=self.folder, capture_output=True, text=True,
                              timeout=300)

    def wait_for(self, is_so, seconds):
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                logs = "".join(p.read_text(errors="replace")[-2000:] for p in sorted(self.folder.glob("*.log")))
                self.fail(f"waited for {seconds} s\n{logs}")
            time.sleep(0.5)

    def test_report(self):
        source = self.folder / "src"
        source.mkdir()
        for i in range(1, 8):
            (source / f"k{i}.cu").write_text(KERNEL.format(i))
        flags = self.run_tool("gpuperf", "flags", "--format=lines").stdout
        (source / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(source), "file": f"k{i}.cu",
              "arguments": ["clang++", *flags.split(), "-c", f"k{i}.cu"]} for i in range(1, 8)]))
        alone = self.run_tool("gpuperf", "report", "-p", str(source), "--gpu=t4", "--cache=none", "-o", "alone.json")
        self.assertEqual(alone.returncode, 0, alone.stderr)
        self.assertIn("7 files, 7 launches", alone.stderr)
        submitted = self.run_tool(str(FOLDER / "submit.sh"), "4", BUILD_DIR=str(source), GPU="t4", REPORT="whole.json",
                                  PARTS=str(self.folder / "parts"))
        self.assertEqual(submitted.returncode, 0, submitted.stderr)
        self.wait_for(lambda: not self.run_tool("squeue", "-h").stdout.strip(), 240)
        self.wait_for(lambda: (self.folder / "whole.json").exists(), 10)
        self.assertEqual((self.folder / "whole.json").read_bytes(), (self.folder / "alone.json").read_bytes())
        self.assertEqual(len(list((self.folder / "parts").glob("*.json"))), 4)
        # More than one node had a part.
        nodes = {p.name for p in self.folder.glob("slurmd-n*.log")
                 if "launch" in p.read_text(errors="replace").lower()}
        self.assertGreater(len(nodes), 1, nodes)


def main():
    global args
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    args, rest = parser.parse_known_args()
    args.bin = args.bin.resolve()
    for program in ("munged", "slurmctld", "slurmd", "sbatch"):
        if not shutil.which(program, path="/usr/sbin:" + os.environ["PATH"]):
            print(f"check_slurm.py: skipped: {program} is not there (Debian's slurm-wlm and munge)")
            return
    if os.geteuid() != 0:
        print("check_slurm.py: skipped: slurmd needs root")
        return
    unittest.main(argv=[sys.argv[0]] + rest)


if __name__ == "__main__":
    main()
