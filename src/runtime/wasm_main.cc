// The WebAssembly build's own check: the doctor over the CPU kernels, run under Node by ./test.
#include <cstdio>

#include "runtime/doctor.h"

int main() {
  using namespace bitloom;
  Task<DoctorReport> task = examine(std::make_shared<CpuBackend>(), {}, [](const DoctorFinding& f) {
    if (f.state == DoctorFinding::wrong || f.state == DoctorFinding::failed)
      std::printf("%s '%s': %s\n", f.op.c_str(), f.test.c_str(), f.problem.c_str());
  });
  task.start();  // CPU work never waits
  const DoctorReport report = task.take();
  std::printf("%d right, %d wrong, %d failed (seed %llu)\n", report.right, report.wrong, report.failed,
              static_cast<unsigned long long>(report.seed));
  return report.healthy() && report.right > 0 ? 0 : 1;
}
