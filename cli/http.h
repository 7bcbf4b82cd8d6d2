// HTTP requests, read strictly (RFC 9110 and 9112) and within limits. Nothing here touches a socket or a file.
//
//   http::Request request;
//   const http::Head head = http::read_head(bytes, request);    // more bytes are needed, a request, or a refusal
//   http::is_served(request.host, "127.0.0.1", {});             // whether this server goes by that name
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bitloom::http {

constexpr size_t longest_head = 16 * 1024;  // request line and headers together
constexpr size_t longest_target = 8 * 1024;
constexpr size_t most_headers = 100;

struct Request {
  std::string method, target;  // as sent; visible ASCII only
  std::string host;            // of the Host header, or of the target where that is a whole address
  std::string path;            // percent-decoded, without the query; starts with '/'
  bool keep_alive = true;
  bool has_body = false;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case

  // Empty where there is none; the values of several are joined, as HTTP says.
  std::string header(std::string_view name) const;
  bool has(std::string_view name) const;
};

struct Head {
  size_t bytes = 0;  // of the head; 0: more are needed
  int refused = 0;   // or a status: this is not a request, or one over the limits. The connection must end
};
Head read_head(std::string_view bytes, Request& request);

// Whether a Host header names this server, which listens on `listens` (a name or an address) and may also be reached
// by the names in `also`. A page elsewhere can have its own name lead here (DNS rebinding), but not change what the
// browser says in Host: so names must be known, and addresses too, unless the server listens on every one. The port
// does not matter, so that forwarded ones work.
bool is_served(std::string_view host, std::string_view listens, std::span<const std::string> also);

// The bytes that a Range header asks for of `size`. A header that is malformed or asks for several ranges counts for
// nothing, and so does any range of nothing.
struct Range {
  uint64_t begin = 0, end = 0;
  bool whole = true;     // no range: everything is sent
  bool outside = false;  // the range starts after the end: 416
};
Range read_range(std::string_view header, uint64_t size);

bool accepts_brotli(std::string_view accept_encoding);

std::string_view reason_of(int status);

}  // namespace bitloom::http
