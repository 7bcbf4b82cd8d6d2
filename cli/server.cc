#include "cli/server.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/try.h"

namespace bitloom::http {

struct Server::Connection {
  int socket = -1;
  State state = State::waiting;
  Clock::time_point deadline{}, since{};  // of the state
  std::string in{};                       // at most a head and one read
  Answer answer{};
  std::string out{};  // head, text, or a piece of the file
  size_t sent = 0;    // of `out`
  bool over = false;

  explicit Connection(int s) : socket(s) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    if (answer.file >= 0) ::close(answer.file);
    ::close(socket);
  }
};

Server::Server(Site site) : site_(std::move(site)) {}

Server::~Server() {
  if (socket_ >= 0) ::close(socket_);
}

Result<int> Server::listen(const std::string& host, int port) {
  const auto failed = [&](std::string_view why) {
    return error(Code::io, "[serve] cannot listen on port {} of {}: {}", port, host, why);
  };
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (const int why = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found))
    return failed(::gai_strerror(why));
  int why = 0;
  for (const addrinfo* a = found; a && socket_ < 0; a = a->ai_next) {
    const int s = ::socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
    const int yes = 1;
    if (s >= 0) ::setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (s >= 0 && ::bind(s, a->ai_addr, a->ai_addrlen) == 0 && ::listen(s, SOMAXCONN) == 0) {
      socket_ = s;
    } else {
      why = errno;
      if (s >= 0) ::close(s);
    }
  }
  ::freeaddrinfo(found);
  if (socket_ < 0)
    return failed(why == EADDRINUSE ? "the port is taken; --port 0 picks a free one" : std::strerror(why));
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  if (::getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &size) != 0) return failed(std::strerror(errno));
  return ntohs(at.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&at)->sin6_port
                                        : reinterpret_cast<sockaddr_in*>(&at)->sin_port);
}

Status Server::run(const volatile std::sig_atomic_t& stop, const sigset_t& waiting,
                   const std::function<void(int, const std::string&, const std::string&)>& log) {
  log_ = log;
  while (!stop) {
    std::vector<pollfd> watched{{socket_, POLLIN, 0}};
    Clock::time_point next = Clock::now() + std::chrono::hours(1);
    for (const Connection& c : connections_) {
      watched.push_back({c.socket, static_cast<short>(c.state == State::sending ? POLLOUT : POLLIN), 0});
      next = std::min(next, c.deadline);
    }
    const auto wait = std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(next - Clock::now()));
    const timespec limit{static_cast<time_t>(wait.count() / 1'000'000'000),
                         static_cast<long>(wait.count() % 1'000'000'000)};
    const int count = ::ppoll(watched.data(), watched.size(), &limit, &waiting);
    if (count < 0 && errno != EINTR && errno != ENOMEM)
      return error(Code::io, "[serve] cannot wait for connections: {}", std::strerror(errno));
    if (stop) break;
    const Clock::time_point now = Clock::now();
    size_t i = 1;
    for (Connection& c : connections_) {
      const bool ready = count > 0 && watched[i++].revents != 0;
      if (c.state == State::sending && ready) {
        send_more(c);
        respond(c);
      } else if (now >= c.deadline) {  // however busily something comes in
        if (c.state == State::reading) begin(c, refusal(site_, 408));
        else c.over = true;
      } else if (ready) {
        receive(c);
      }
    }
    std::erase_if(connections_, [](const Connection& c) { return c.over; });
    if (count > 0 && watched[0].revents != 0) accept_new();
  }
  connections_.clear();
  return {};
}

void Server::accept_new() {
  for (size_t i = 0; i < most_connections; ++i) {
    const int s = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (s < 0 && (errno == EMFILE || errno == ENFILE) && !connections_.empty()) {
      make_room();
      continue;
    }
    if (s < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (s < 0) return;
    if (connections_.size() >= most_connections) make_room();
    const int yes = 1;
    ::setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    start(connections_.emplace_back(s), State::waiting);
  }
}

// Closes what has done nothing for longest: those that have said all of a request come last.
void Server::make_room() {
  const auto idle = std::ranges::min_element(
      connections_, {}, [](const Connection& c) { return std::pair(c.state == State::sending, c.since); });
  connections_.erase(idle);
}

void Server::start(Connection& c, State state) {
  c.state = state, c.since = Clock::now();
  switch (state) {
    case State::waiting: c.deadline = c.since + for_next; break;
    case State::reading: c.deadline = c.since + for_head; break;
    case State::sending: c.deadline = c.since + for_reading; break;
    case State::leaving: c.deadline = c.since + for_leaving; break;
  }
}

void Server::receive(Connection& c) {
  char piece[4096];
  const ssize_t got = ::recv(c.socket, piece, sizeof piece, 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return void(c.over = true);
  if (c.state == State::leaving) return;
  c.in.append(piece, static_cast<size_t>(got));
  if (c.state == State::waiting) start(c, State::reading);
  respond(c);
}

// To every request that has come whole, one after the other.
void Server::respond(Connection& c) {
  while (c.state == State::reading && !c.over) {
    Request request;
    const Head head = read_head(c.in, request);
    if (head.bytes == 0 && head.refused == 0) return;
    c.in.erase(0, head.bytes);
    Answer a = head.refused != 0 ? refusal(site_, head.refused) : answer(site_, request);
    // What was not understood is not shown either.
    if (log_) log_(a.status, head.refused != 0 ? "-" : request.method, head.refused != 0 ? "-" : request.target);
    begin(c, std::move(a));
  }
}

void Server::begin(Connection& c, Answer answer) {
  c.answer = std::move(answer);
  c.out = c.answer.head + c.answer.text, c.sent = 0;
  start(c, State::sending);
  send_more(c);
}

void Server::send_more(Connection& c) {
  // Some of it, so that others have their turn.
  for (int turn = 0; turn < 16; ++turn) {
    if (c.sent == c.out.size()) {
      if (c.answer.file < 0 || c.answer.begin == c.answer.end) return finish_answer(c);
      c.out.resize(static_cast<size_t>(std::min<uint64_t>(65536, c.answer.end - c.answer.begin)));
      const ssize_t got = ::pread(c.answer.file, c.out.data(), c.out.size(), static_cast<off_t>(c.answer.begin));
      if (got <= 0) return void(c.over = true);  // it became shorter, or cannot be read: the answer is not whole
      c.out.resize(static_cast<size_t>(got)), c.sent = 0;
      c.answer.begin += static_cast<uint64_t>(got);
    }
    const ssize_t gone = ::send(c.socket, c.out.data() + c.sent, c.out.size() - c.sent, MSG_NOSIGNAL);
    if (gone < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (gone < 0) return void(c.over = true);
    c.sent += static_cast<size_t>(gone);
    start(c, State::sending);  // it moves: the deadline is anew
  }
}

void Server::finish_answer(Connection& c) {
  const bool stays = c.answer.keep_alive;
  if (c.answer.file >= 0) ::close(c.answer.file);
  c.answer = {};
  c.out = {};
  if (!stays) {
    // Closing with bytes unread would take the answer back from the other side, so those on their way are let come.
    ::shutdown(c.socket, SHUT_WR);
    c.in = {};
    return start(c, State::leaving);
  }
  start(c, c.in.empty() ? State::waiting : State::reading);  // the next one may have come already
}

}  // namespace bitloom::http
