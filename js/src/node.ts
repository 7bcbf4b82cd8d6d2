// What is different in Node. Its modules are imported by a name bundlers do not see, since pages have none of them.
export const nodeVersion: string | undefined = (globalThis as { process?: { versions?: { node?: string } } }).process
  ?.versions?.node;
export const inNode = nodeVersion !== undefined;
// biome-ignore lint/suspicious/noExplicitAny: what a module has is known where it is imported
export const importByName = (name: string): Promise<any> => import(/* @vite-ignore */ /* webpackIgnore: true */ name);
