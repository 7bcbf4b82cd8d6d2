// Where quad i of [.., down, across, inner] lies once down and across have changed places.
fn turned(i: u32, inner: u32, down: u32, across: u32) -> u32 {
  let row = i / inner;
  let block = down * across;
  return (row / block * block + row % across * down + row / across % down) * inner + i % inner;
}
