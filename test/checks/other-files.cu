// The program's other files say the sizes of a launch, and have its kernel.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %S/Inputs/program/rows.cu -- %host 2>&1 | FileCheck --check-prefix=ROWS %s
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080, GpuperfOtherFiles: false}}" %S/Inputs/program/rows.cu -- %host 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080, gpuperf-kernel-time.ReportUnknown: true}}" %S/Inputs/program/main.cu -- %host 2>&1 | FileCheck --check-prefix=MAIN %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080, gpuperf-kernel-time.ReportUnknown: true, GpuperfOtherFiles: false}}" %S/Inputs/program/main.cu -- %host 2>&1 | FileCheck --check-prefix=UNKNOWN %s

// Of two programs that use the file nobody knows which one is meant; a program
// beside it that has a function of the same name is not its program.
// RUN: rm -rf %t && mkdir -p %t/two %t/project/a %t/project/b && touch %t/project/Makefile
// RUN: cp %S/Inputs/program/*.cu %S/Inputs/program/rows.h %t/two && cp %S/Inputs/program/main.cu %t/two/other.cu
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %t/two/rows.cu -- %host 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: cp %S/Inputs/program/rows.cu %S/Inputs/program/rows.h %t/project/a && cp %S/Inputs/program/*.cu %S/Inputs/program/rows.h %t/project/b
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %t/project/a/rows.cu -- %host 2>&1 | FileCheck --check-prefix=ALONE %s
// One that is elsewhere in the project is.
// RUN: rm %t/project/b/rows.cu
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %t/project/a/rows.cu -- %host 2>&1 | FileCheck --check-prefix=ROWS %s

// ROWS: rows.cu:9:12: warning: 32 sectors per request instead of 4 (stride 256 bytes between neighbouring threads in 'rows'): {{[0-9]+}}% of the time of 'addUp' on rtx-3080 [gpuperf-uncoalesced-access]
// ROWS: rows.cu:14:3: warning: 'addUp' is predicted to take {{[0-9.]+}} us ({{.*}}), as <<<391, 256>>> 10 times, on rtx-3080

// ALONE: rows.cu:9:12: warning: up to 32 sectors per request instead of 4 (stride 4 * length bytes between neighbouring threads in 'rows'): at least {{[0-9]+}}% of the time of 'addUp' on rtx-3080 where length is {{[0-9]+}} or more
// ALONE: rows.cu:14:3: warning: 'addUp' is predicted to take {{.*}} (n and length unknown;

// MAIN: main.cu:8:3: warning: 'fill' is predicted to take {{[0-9.]+}} us ({{.*}}), as <<<25000, 256>>>, on rtx-3080
// UNKNOWN: main.cu:8:3: warning: no prediction for 'fill' on rtx-3080: the kernel has no body in this file
