import { Worker } from 'node:worker_threads';
import { ImageError, type Refusal } from './image-error.ts';
import type { PhotoSize } from './photo-size.ts';

export type WasmCodec = 'heic' | 'jxl';

export interface WasmRequest {
  input: string | Buffer;
  codec: WasmCodec;
  within: PhotoSize;
}

export interface WasmReply {
  png?: Uint8Array;
  refusal?: Refusal;
}

const program = new URL('wasm-worker.ts', import.meta.url);
const longest = 60_000;

/** Makes a PNG, upright and within the size, of a photo that sharp cannot read. @throws ImageError */
export async function toPng(input: string | Buffer, codec: WasmCodec, within: PhotoSize): Promise<Buffer> {
  const { png } = await run({ input, codec, within });
  if (!png) throw new ImageError('imageInvalid');
  return Buffer.from(png);
}

/** Each photo has its own worker, because WebAssembly returns memory only when it ends, and blocks its thread. */
async function run(request: WasmRequest): Promise<WasmReply> {
  const worker = new Worker(program, { workerData: request });
  const timer = setTimeout(() => void worker.terminate(), longest);
  try {
    const reply = await new Promise<WasmReply>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the decoder ended')));
    });
    if (reply.refusal) throw new ImageError(reply.refusal);
    return reply;
  } catch (error) {
    throw error instanceof ImageError ? error : new ImageError('imageInvalid', { cause: error });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
