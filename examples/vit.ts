// A picture and what it shows: a ViT from a Hugging Face folder, as it is and in 4 bits.
import { Pipeline } from 'bitloom';
import { readFile } from 'node:fs/promises';

const [folder = 'zoo/clothes', picture = 'zoo/clothes/sample/sandal.png'] = process.argv.slice(2);
for (const bitsPerWeight of [undefined, 4] as const) {
  const vit = await Pipeline.load(folder, { bitsPerWeight });
  const {
    labels: [best],
  } = await vit.ask({ image: await readFile(picture) });
  console.log(
    `${bitsPerWeight ? '4 bits' : 'as it is'}, ${(vit.bytes / 1e6).toFixed(2)} MB: ${best!.name} (${(100 * best!.score).toFixed(0)} %)`,
  );
  vit.backend.dispose();
}
