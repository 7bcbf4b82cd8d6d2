// An HTTP server on one thread: many connections, each with limits, so that none of them can hold up the others, take
// more memory than its share, or stay for ever.
//
//   Server server(site);
//   const int port = TRY(server.listen("127.0.0.1", 8080));   // 0: a free one
//   server.run(stop, log);                                     // until `stop` is set, by a signal
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <list>

#include "bitloom/result.h"
#include "cli/site.h"

namespace bitloom::http {

class Server {
 public:
  static constexpr size_t most_connections = 128;  // one more, and the one that has done nothing for longest is closed
  static constexpr std::chrono::seconds for_head{10};     // from a request's first byte to its last
  static constexpr std::chrono::seconds for_next{15};     // from the end of an answer to the next request
  static constexpr std::chrono::seconds for_reading{30};  // while the other side takes nothing of an answer
  static constexpr std::chrono::seconds for_leaving{2};   // after a refusal, for what is still on its way

  explicit Server(Site site);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  Result<int> listen(const std::string& host, int port);
  // Signals that set `stop` must be blocked; they are let through while waiting, with the mask `waiting`.
  Status run(const volatile std::sig_atomic_t& stop, const sigset_t& waiting,
             const std::function<void(int status, const std::string& method, const std::string& target)>& log);

 private:
  using Clock = std::chrono::steady_clock;
  enum class State { waiting, reading, sending, leaving };  // for a request, its rest, its answer; for the other side
  struct Connection;

  void accept_new();
  void make_room();
  void receive(Connection& c);
  void respond(Connection& c);
  void send_more(Connection& c);
  void start(Connection& c, State state);
  void begin(Connection& c, Answer answer);
  void finish_answer(Connection& c);

  Site site_;
  int socket_ = -1;
  std::list<Connection> connections_;
  std::function<void(int, const std::string&, const std::string&)> log_;
};

}  // namespace bitloom::http
