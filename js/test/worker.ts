// The suite in a worker, for a page that asks.
import { runPlatform } from './places.js';

self.onmessage = async (event) =>
  self.postMessage(await runPlatform(event.data as string, (test) => self.postMessage(test)));
