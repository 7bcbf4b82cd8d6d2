#include "bitloom/device.h"

namespace bitloom {

std::string_view name(Vendor v) {
  switch (v) {
    case Vendor::nvidia: return "nvidia";
    case Vendor::amd: return "amd";
    case Vendor::intel: return "intel";
    case Vendor::apple: return "apple";
    case Vendor::arm: return "arm";
    case Vendor::qualcomm: return "qualcomm";
    case Vendor::software: return "software";
    case Vendor::unknown: break;
  }
  return "unknown";
}

}  // namespace bitloom
