// What the WebAssembly core offers JavaScript: src/runtime/wasm_api.cc, wasm_graphs.cc and, with models, wasm_models.cc.
export interface CoreExports {
  memory?: WebAssembly.Memory;
  _initialize(): void;
  __stack_pointer: WebAssembly.Global;
  __tls_size?: WebAssembly.Global;
  __tls_align?: WebAssembly.Global;
  bitloom_alloc(bytes: number): number;
  bitloom_free(pointer: number): void;
  bitloom_say(text: number, size: number): void;
  bitloom_answer(
    pending: number,
    code: number,
    text: number,
    size: number,
    object: number,
    line: number,
    column: number,
  ): void;
  bitloom_waited_for(pending: number): number;
  bitloom_lost(host: number, text: number, size: number): void;
  bitloom_flush(host: number): void;
  bitloom_open_webgpu(call: number, device: number): void;
  bitloom_open_cpu(): number;
  bitloom_close(backend: number): void;
  bitloom_profile(call: number, backend: number): void;
  bitloom_make(call: number, backend: number, dtype: number, rank: number, dims: number): number;
  bitloom_write(backend: number, tensor: number, offset: number, bytes: number, size: number): void;
  bitloom_put(call: number, backend: number, tensor: number): void;
  bitloom_data(tensor: number): number;
  bitloom_read(call: number, backend: number, tensor: number, from: number, size: number): void;
  bitloom_free_tensor(tensor: number): void;
  bitloom_run(call: number, backend: number, text: number, size: number, inputs: number, count: number): void;
  bitloom_compile(call: number, backend: number, text: number, size: number, constants: number, count: number): void;
  bitloom_run_graph(call: number, graph: number, inputs: number, count: number): void;
  bitloom_explain_graph(call: number, graph: number, pictures: number): void;
  bitloom_graph_text(call: number, graph: number, dot: number): void;
  bitloom_free_graph(graph: number): void;
  bitloom_run_list(call: number, backend: number, text: number, size: number, inputs: number, count: number): void;
  bitloom_can_fuse(call: number, backend: number, text: number, size: number): void;
  bitloom_explain_list(call: number, backend: number, text: number, size: number, pictures: number): void;
  bitloom_quantize(call: number, backend: number, weights: number, importance: number): void;
  bitloom_finish(call: number, backend: number): void;
  bitloom_doctor(call: number, backend: number): void;
  bitloom_memory(backend: number, out: number): void;
  bitloom_counters(backend: number, out: number): void;
  bitloom_trim(backend: number): void;
  bitloom_set_timing(backend: number, on: number): number;
  bitloom_take_times(call: number, backend: number): void;
  bitloom_set_threads(count: number): void;
  bitloom_threads(): number;
  bitloom_recover(): void;

  // With models.
  bitloom_files?(): number;
  bitloom_add_file(files: number, bytes: number, size: number): void;
  bitloom_free_files(files: number): void;
  bitloom_summarize(call: number): void;
  bitloom_load_model(call: number, backend: number, files: number): void;
  bitloom_free_model(model: number): void;
  bitloom_ask(call: number, model: number, image: number, imageSize: number, audio: number, audioSize: number): void;
  bitloom_run_model(call: number, model: number): void;
  bitloom_generate(call: number, model: number): void;
  bitloom_explain_model(call: number, model: number): void;
  bitloom_encode(call: number, model: number): void;
  bitloom_decode(call: number, model: number): void;
}
