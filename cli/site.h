// What a server answers: files below folders, with the headers that pages with WebAssembly and threads need.
//
//   Site site{.roots = {{"", "/srv/www"}}, .listens = "127.0.0.1"};
//   const Answer a = answer(site, request);   // a.head, then a.text or the bytes [a.begin, a.end) of a.file
#pragma once

#include <filesystem>
#include <map>

#include "cli/http.h"

namespace bitloom::http {

struct Site {
  // Folders, canonical, by the first part of a path; the one without a name is "".
  std::map<std::string, std::filesystem::path> roots;
  std::string listens;
  std::vector<std::string> names{};    // it may also be reached by
  std::vector<std::string> headers{};  // of every answer, "Name: value"
};

struct Answer {
  int status = 200;
  std::string head;             // all of it, the empty line included
  std::string text{};           // what is sent, where it is not a file
  int file = -1;                // a handle, for the caller to close
  uint64_t begin = 0, end = 0;  // what is sent of it
  bool keep_alive = false;
};
Answer answer(const Site& site, const Request& request);
Answer refusal(const Site& site, int status, bool head_only = false);

}  // namespace bitloom::http
