#include "cli/http.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace bitloom::http {
namespace {

constexpr std::string_view end_of_line = "\r\n";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || std::string_view("!#$%&'*+-.^_`|~").contains(c);
  });
}
bool is_visible(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}
std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

int digit_of(char c) {
  const char l = lower(c);
  return is_digit(c) ? c - '0' : l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}
std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = high >= 0 ? digit_of(text[i + 2]) : -1;
    if (low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

// A number as long as it likes to be: what is over 64 bits is the largest that is not.
std::optional<uint64_t> number(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  uint64_t n = 0;
  const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), n);
  return why == std::errc{} ? n : UINT64_MAX;
}

// GET /path HTTP/1.1
int read_line(std::string_view line, Request& request) {
  const size_t first = line.find(' '), second = line.find(' ', first == line.npos ? first : first + 1);
  if (second == line.npos) return 400;
  const std::string_view method = line.substr(0, first), target = line.substr(first + 1, second - first - 1),
                         version = line.substr(second + 1);
  if (!is_token(method) || target.empty() || !is_visible(target)) return 400;
  if (!version.starts_with("HTTP/") || version.size() != 8 || version[6] != '.' || !is_digit(version[5]) ||
      !is_digit(version[7]))
    return 400;
  if (version[5] != '1') return 505;
  request.method = method, request.target = target;
  request.keep_alive = version[7] != '0';
  return 0;
}

int read_header(std::string_view line, Request& request) {
  const size_t colon = line.find(':');
  if (colon == line.npos || !is_token(line.substr(0, colon))) return 400;
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (!std::ranges::all_of(value, [](char c) { return c == '\t' || (c >= ' ' && c != 0x7f) || c < 0; })) return 400;
  if (request.headers.size() == most_headers) return 431;
  request.headers.emplace_back(lowered(line.substr(0, colon)), value);
  return 0;
}

// What the headers mean for this server.
int understand(Request& request) {
  const auto count = [&](std::string_view name) {
    return std::ranges::count(request.headers, name, [](const auto& h) { return std::string_view(h.first); });
  };
  if (count("host") != 1) return 400;
  request.host = request.header("host");
  std::string_view target = request.target;
  if (lowered(target.substr(0, 7)) == "http://") {
    target.remove_prefix(7);
    const size_t slash = std::min(target.find_first_of("/?"), target.size());
    request.host = target.substr(0, slash);
    target.remove_prefix(slash);
  }
  target = target.substr(0, target.find_first_of("?#"));
  auto path = decoded(target.empty() ? "/" : target);
  if (!path) return 400;
  if (!path->starts_with('/')) path = "/" + *path;  // OPTIONS *; for other methods it leads nowhere
  request.path = std::move(*path);
  if (count("content-length") > 1) return 400;
  if (request.has("content-length")) {
    const auto length = number(request.header("content-length"));
    if (!length) return 400;
    request.has_body = *length > 0;
  }
  request.has_body |= request.has("transfer-encoding");
  request.keep_alive &= !lowered(request.header("connection")).contains("close");
  return 0;
}

}  // namespace

std::string Request::header(std::string_view name) const {
  std::string out;
  for (const auto& [key, value] : headers)
    if (key == name) out += (out.empty() ? "" : ", ") + value;
  return out;
}
bool Request::has(std::string_view name) const {
  return std::ranges::any_of(headers, [&](const auto& h) { return h.first == name; });
}

Head read_head(std::string_view bytes, Request& request) {
  request = {};
  // Empty lines before a request are passed over, as HTTP says; some.
  size_t at = 0;
  while (bytes.substr(at).starts_with(end_of_line)) at += end_of_line.size();
  if (at > 16) return {0, 400};
  for (bool first = true;; first = false) {
    const size_t end = bytes.find('\n', at);
    const size_t reached = end == bytes.npos ? bytes.size() : end + 1;
    if (first && reached - at > longest_target + 64) return {0, 414};
    if (reached > longest_head) return {0, 431};
    if (end == bytes.npos) return {};
    if (end == at || bytes[end - 1] != '\r') return {0, 400};
    const std::string_view line = bytes.substr(at, end - 1 - at);
    at = end + 1;
    if (line.empty() && first) return {0, 400};
    if (line.empty()) break;
    if (const int wrong = first ? read_line(line, request) : read_header(line, request)) return {0, wrong};
    if (request.target.size() > longest_target) return {0, 414};
  }
  if (const int wrong = understand(request)) return {0, wrong};
  return {at, 0};
}

bool is_served(std::string_view host, std::string_view listens, std::span<const std::string> also) {
  // NAME, NAME:PORT, [V6] or [V6]:PORT
  std::string name;
  std::string_view port;
  if (host.starts_with('[')) {
    const size_t end = host.find(']');
    if (end == host.npos) return false;
    name = lowered(host.substr(1, end - 1)), port = host.substr(end + 1);
    if (in6_addr v6; inet_pton(AF_INET6, name.c_str(), &v6) != 1) return false;
  } else {
    const size_t colon = std::min(host.find(':'), host.size());
    name = lowered(host.substr(0, colon)), port = host.substr(colon);
  }
  if (!port.empty() && (port[0] != ':' || port.size() > 6 || !std::ranges::all_of(port.substr(1), is_digit)))
    return false;
  if (name.size() > 1 && name.ends_with('.')) name.pop_back();  // a name's last dot means nothing
  if (name.empty() || name.find('\0') != name.npos) return false;
  if (name == lowered(listens)) return true;
  if (std::ranges::any_of(also, [&](const std::string& n) { return name == lowered(n); })) return true;
  in_addr v4{};
  in6_addr v6{};
  const bool everywhere = listens == "0.0.0.0" || listens == "::";
  if (everywhere && (inet_pton(AF_INET, name.c_str(), &v4) == 1 || inet_pton(AF_INET6, name.c_str(), &v6) == 1))
    return true;
  const bool here = everywhere || listens == "localhost" || listens == "::1" || listens.starts_with("127.");
  return here && (name == "localhost" || name == "127.0.0.1" || name == "::1");
}

Range read_range(std::string_view header, uint64_t size) {
  const Range all{0, size};
  if (lowered(header.substr(0, 6)) != "bytes=" || size == 0) return all;
  const std::string_view range = trimmed(header.substr(6));
  const size_t dash = range.find('-');
  if (dash == range.npos) return all;
  const std::string_view first = range.substr(0, dash), last = range.substr(dash + 1);
  const auto from = number(first), to = number(last);
  if ((!from && !first.empty()) || (!to && !last.empty()) || (!from && !to)) return all;
  if (!from)  // the last so many bytes
    return *to == 0 ? Range{.whole = false, .outside = true} : Range{size - std::min(*to, size), size, false};
  if (to && *to < *from) return all;
  if (*from >= size) return {.whole = false, .outside = true};
  return {*from, to && *to < size ? *to + 1 : size, false};
}

bool accepts_brotli(std::string_view list) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string item = lowered(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
    const size_t semicolon = std::min(item.find(';'), item.size());
    if (trimmed(std::string_view(item).substr(0, semicolon)) != "br") continue;
    const std::string_view weight = trimmed(std::string_view(item).substr(std::min(semicolon + 1, item.size())));
    // q=0, with or without a fraction of zeroes, is a refusal.
    return !weight.starts_with("q=") || weight.find_first_of("123456789") != weight.npos;
  }
  return false;
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 206: return "Partial Content";
    case 302: return "Found";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 416: return "Range Not Satisfiable";
    case 421: return "Misdirected Request";
    case 431: return "Request Header Fields Too Large";
    case 505: return "HTTP Version Not Supported";
    default: return "Error";
  }
}

}  // namespace bitloom::http
