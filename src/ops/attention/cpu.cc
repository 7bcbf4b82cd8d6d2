// The CPU's attention: blocks of queries are shared out between threads; each meets the keys a tile at a time, through
// two small matrix products, and joins a tile's softmax with what it has so far.
#include <cmath>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/rows.h"
#include "cpu/threads.h"
#include "ops/attention/attention.h"

namespace bitloom {
namespace {

constexpr int64_t query_block = 64, key_tile = 256;
constexpr float infinity = std::numeric_limits<float>::infinity();

// Element i of a tensor, as a pointer into its bytes.
const std::byte* at(const Tensor& t, int64_t i) { return t.raw() + static_cast<size_t>(i) * byte_size(t.dtype()); }

MatrixRef matrix(const Tensor& t, int64_t first, int64_t row) {
  return {at(t, first), static_cast<ptrdiff_t>(row), 1, t.dtype()};
}

struct Block {
  const Attention& a;
  const CpuCall& call;
  int64_t head, first, count;  // queries
  std::vector<float> scores, parts, sums, v_rows;
  std::vector<float> tops, totals;

  int64_t kv() const { return head / a.share(); }

  // scores * scale + mask; what a row does not see is -inf.
  void finish_scores(int64_t key, int64_t keys) {
    for (int64_t r = 0; r < count; ++r) {
      float* s = scores.data() + r * keys;
      scale_row(s, s, static_cast<size_t>(keys), static_cast<float>(a.scale), 0);
      if (a.masked) {
        const int64_t from = a.mask_row(head, first + r) + key * a.mask_steps[3], step = a.mask_steps[3];
        with_type(call.in[3].dtype(), [&](auto zero) {
          using T = decltype(zero);
          const T* mask = reinterpret_cast<const T*>(at(call.in[3], from));
          for (int64_t i = 0; i < keys; ++i) s[i] += static_cast<float>(mask[i * step]);
        });
      }
      const int64_t live = std::clamp<int64_t>(a.seen(first + r) - key, 0, keys);
      std::fill(s + live, s + keys, -infinity);
    }
  }

  void add_tile(int64_t key, int64_t keys) {
    const size_t m = static_cast<size_t>(count), n = static_cast<size_t>(keys), e = static_cast<size_t>(a.e);
    const MatrixRef q = matrix(call.in[0], (head * a.queries + first) * a.d, a.d);
    const MatrixRef k = matrix(call.in[1], (kv() * a.keys + key) * a.d, a.d);
    const int64_t v_first = (kv() * a.keys + key) * a.e;
    gemm_f32(m, n, static_cast<size_t>(a.d), q, k.transposed(), scores.data(), static_cast<ptrdiff_t>(keys));
    finish_scores(key, keys);

    std::vector<float> old(m), add(m);  // what the sums so far and the tile's are multiplied by
    for (size_t r = 0; r < m; ++r) {
      float* s = scores.data() + r * n;
      const float most = max_row(s, n);
      old[r] = add[r] = 1;
      if (most == -infinity) {  // the weights are 0; no softmax has them
        std::fill_n(s, n, 0.0f);
        continue;
      }
      softmax_row(s, s, n, false);
      const float total = 1 / max_row(s, n);  // the largest weight was 1 before it was divided by the sum
      const float top = most > tops[r] || std::isnan(most) ? most : tops[r];
      old[r] = std::exp(tops[r] - top);
      add[r] = std::exp(most - top) * total;
      totals[r] = totals[r] * old[r] + add[r];
      tops[r] = top;
    }

    // Keys that every row sees in one product; the rest row by row, since 0 times NaN would be NaN.
    const int64_t common = std::clamp<int64_t>(a.seen(first) - key, 0, keys);
    const MatrixRef p{scores.data(), static_cast<ptrdiff_t>(keys), 1};
    gemm_f32(m, e, static_cast<size_t>(common), p, matrix(call.in[2], v_first, a.e), parts.data(),
             static_cast<ptrdiff_t>(a.e));
    if (common < keys) {
      v_rows.resize(static_cast<size_t>((keys - common) * a.e));
      with_type(call.in[2].dtype(), [&](auto zero) {
        using T = decltype(zero);
        const T* v = reinterpret_cast<const T*>(at(call.in[2], v_first + common * a.e));
        for (float& to : v_rows) to = static_cast<float>(*v++);
      });
      for (size_t r = 0; r < m; ++r) {
        const int64_t live = std::clamp<int64_t>(a.seen(first + static_cast<int64_t>(r)) - key, 0, keys);
        float* to = parts.data() + r * e;
        for (int64_t i = common; i < live; ++i) {
          const float weight = scores[r * n + static_cast<size_t>(i)];
          const float* v = v_rows.data() + static_cast<size_t>(i - common) * e;
          for (size_t c = 0; c < e; ++c) to[c] += weight * v[c];
        }
      }
    }
    for (size_t r = 0; r < m; ++r)
      for (size_t c = 0; c < e; ++c) sums[r * e + c] = sums[r * e + c] * old[r] + parts[r * e + c] * add[r];
  }

  void run() {
    const size_t m = static_cast<size_t>(count), e = static_cast<size_t>(a.e);
    const int64_t end = a.seen(first + count - 1);
    scores.resize(m * static_cast<size_t>(std::min(key_tile, std::max<int64_t>(end, 1))));
    parts.resize(m * e);
    sums.assign(m * e, 0.0f);
    tops.assign(m, -infinity);
    totals.assign(m, 0.0f);
    for (int64_t key = 0; key < end; key += key_tile) add_tile(key, std::min(key_tile, end - key));
    for (size_t r = 0; r < m; ++r)
      for (size_t c = 0; c < e; ++c) sums[r * e + c] = totals[r] == 0 ? 0 : sums[r * e + c] / totals[r];
    const Tensor& y = call.out[0];
    with_type(y.dtype(), [&](auto zero) {
      using T = decltype(zero);
      T* to = y.data<T>().data() + (head * a.queries + first) * a.e;
      for (float value : sums) *to++ = static_cast<T>(value);
    });
  }
};

}  // namespace

void attention_cpu(const CpuCall& call) {
  if (call.out[0].elements() == 0) return;
  const Attention a = attention_of(call.call());
  const int64_t blocks = (a.queries + query_block - 1) / query_block;
  parallel_for(static_cast<size_t>(a.batch * a.heads * blocks), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      // The last block first: causal ones see the most keys.
      const int64_t head = static_cast<int64_t>(i) / blocks,
                    first = (blocks - 1 - static_cast<int64_t>(i) % blocks) * query_block;
      Block{a, call, head, first, std::min(query_block, a.queries - first), {}, {}, {}, {}, {}, {}}.run();
    }
  });
}

}  // namespace bitloom
