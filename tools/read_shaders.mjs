// Has Tint as npm `webgpu` carries it, the newest there is, read every shader variant, those with experimental extensions
// too. Nothing is compiled further: Dawn's Null backend has every feature and no driver.
//   bitloom shaders --texts | node tools/read_shaders.mjs
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { create } = createRequire(new URL('../js/package.json', import.meta.url))('webgpu');
const gpu = create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']);
globalThis.gpu = gpu; // it must outlive its devices; a variable that is not used again may be collected
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features] });

let right = 0;
let wrong = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { key, text } = JSON.parse(line);
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code: text });
  const error = await device.popErrorScope();
  if (!error) ++right;
  else if (++wrong <= 10) {
    const info = await module.getCompilationInfo();
    const at = info.messages.find((message) => message.type === 'error');
    console.log(
      `${key}\n  line ${at?.lineNum}: ${at?.message ?? error.message}\n  ${text.split('\n')[(at?.lineNum ?? 1) - 1]}`,
    );
  }
}
console.log(`${right} right, ${wrong} wrong`);
process.exit(wrong === 0 && right > 0 ? 0 : 1);
