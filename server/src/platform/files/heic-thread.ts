/** A thread that decodes a photo in the format of iPhones (HEIC) with libheif in WebAssembly. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serve } from '../threads/serve.ts';

export interface HeicTask {
  /** Paths of libheif's script and its WebAssembly. */
  library: string;
  wasm: string;
  maximumPixels: number;
  maximumMemoryBytes: number;
}

/** A decoded photo, upright: four bytes per pixel, red, green, blue, alpha. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

export type HeicProblem = 'broken' | 'too-large';

/** The parts of libheif's own interface that we use and that its types omit. */
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    target: { width: number; height: number; data: Uint8ClampedArray },
    done: (drawn: object | null) => void,
  ): void;
}
interface Libheif {
  HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] };
}

class BadHeic extends Error {
  readonly reason: HeicProblem;

  constructor(reason: HeicProblem) {
    super(reason);
    this.reason = reason;
  }
}

/** Available in Node, but typed only in the browser's types, which the server does not include. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly: { Memory: { prototype: WasmMemory } };

const WASM_PAGE_BYTES = 65_536;

/**
 * Limits libheif's memory, because a few bytes can declare a picture of gigabytes. libheif then reports a failed
 * allocation.
 */
function limitMemory(maximumBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function limited(this: WasmMemory, pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > maximumBytes) throw new RangeError('memory');
    return grow.call(this, pages);
  };
}

async function* decode(content: Uint8Array, task: HeicTask): AsyncGenerator<Pixels> {
  limitMemory(task.maximumMemoryBytes);
  const load = createRequire(task.library)(task.library) as (options: object) => Libheif;
  const { HeifDecoder } = load({ wasmBinary: readFileSync(task.wasm) });
  const images = new HeifDecoder().decode(content);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new BadHeic('broken');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > task.maximumPixels) throw new BadHeic('too-large');
  const data = new Uint8ClampedArray(width * height * 4);
  const drawn = await new Promise((done) => image.display({ width, height, data }, done));
  if (!drawn) throw new BadHeic('broken');
  yield { width, height, data: new Uint8Array(data.buffer) };
}

// libheif writes errors of files to the console.
const silent = () => {};
Object.assign(console, { log: silent, warn: silent, error: silent });

serve<HeicTask, Pixels>(
  decode,
  (error): HeicProblem => (error instanceof BadHeic ? error.reason : 'broken'),
  ({ data }) => [data.buffer as ArrayBuffer],
);
