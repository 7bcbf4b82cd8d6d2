//# Columns are pairs (gate, up), and silu(gate) * up is stored. v is two pairs: from column col on, product number `at`.
#define store_pairs(v, row, col)
#post(store_y, at / 2u, ${v}.x / (1.0 + exp(-${v}.x)) * ${v}.y)
if (${col} + 2u < params.n) {
  #post(store_y, at / 2u + 1u, ${v}.z / (1.0 + exp(-${v}.z)) * ${v}.w)
}
#end
