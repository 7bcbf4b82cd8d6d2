// A sentence and what it is about: a BERT from a Hugging Face folder, as it is and in 4 bits.
import { Pipeline } from 'bitloom';

const [folder = 'zoo/intents', text = 'My new card still has not arrived, where is it?'] = process.argv.slice(2);
for (const bitsPerWeight of [undefined, 4] as const) {
  const bert = await Pipeline.load(folder, { bitsPerWeight });
  const {
    labels: [best],
  } = await bert.ask({ text });
  console.log(
    `${bitsPerWeight ? '4 bits' : 'as it is'}, ${(bert.bytes / 1e6).toFixed(2)} MB: ${best!.name} (${(100 * best!.score).toFixed(0)} %)`,
  );
  bert.backend.dispose();
}
