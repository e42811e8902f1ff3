"""Writes the commands of hipcc and CMake for the files of a folder."""
import json
import sys

top = sys.argv[1]
commands = {
    "a.hip": "/usr/bin/clang++ -DNDEBUG -I../src --offload-arch=gfx90a -O3 -std=gnu++17 "
             "-o CMakeFiles/a.o -x hip -c ../src/a.hip",
    "b.cpp": "/opt/rocm-none/bin/hipcc --offload-arch=gfx90a,gfx942:xnack- -fgpu-rdc --genco -O2 "
             "-c ../src/b.cpp -o b.o",
    "c.cu": "hipcc --amdgpu-target=gfx90a -MD -MF c.d -c ../src/c.cu -o c.o",
}
print(json.dumps([{"directory": top + "/build", "file": "../src/" + name, "command": text}
                  for name, text in commands.items()]))
