# shellcheck shell=bash
# Shared by ./run and ./test: building, and choosing a Vulkan driver. Source it from the repository's root.

jobs=$(nproc)

# Configures and builds: build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  # Every time: set-up may have brought new libraries. Where nobody goes on working (CI is set), in half the time.
  cmake --preset "$preset" --log-level=WARNING ${CI:+-D BITLOOM_PCH=ON} || return 1
  cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"} -- -k 0
}

has_gpu() { compgen -G '/dev/dri/renderD*' >/dev/null || [ -e /dev/nvidia0 ] || [ -e /dev/dxg ]; }

# Runs a command with a Vulkan driver that computes on the CPU, unless the caller already chose a driver: each engine
# gets the one it works best with. Usage: with_software_vulkan dawn|wgpu COMMAND...
with_software_vulkan() {
  local engine=$1 driver
  shift
  case $engine in
    dawn) driver=/usr/lib/chromium/vk_swiftshader_icd.json ;;
    *) driver=$(compgen -G '/usr/share/vulkan/icd.d/lvp_icd.*.json' | head -n 1) ;;
  esac
  export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/tmp} # or libwayland, inside the driver, complains
  if [ -n "${VK_ICD_FILENAMES:-}${VK_DRIVER_FILES:-}" ]; then "$@"; else VK_ICD_FILENAMES=$driver "$@"; fi
}
