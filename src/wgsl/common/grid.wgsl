//# Workgroups counted in one line, whatever the grid was folded into (Lowering::linear_groups).
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
