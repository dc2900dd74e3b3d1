import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#src/platform/http/errors.ts';
import type { DecodedPhoto } from './decode-photo.ts';
import { mostWasmMemory } from './decode-memory.ts';
import { aloneMemory, decodeQueue } from './decode-queue.ts';
import { ImageError, type Refusal } from './image-error.ts';
import type { PhotoHash } from './photo-hash.ts';
import type { PhotoSize } from './photo-size.ts';

export interface DecodeRequest {
  id: number;
  input: string | Buffer;
  widths?: readonly number[];
  jpeg?: PhotoSize;
  hashedWidth?: number;
}

export interface DecodeReply {
  id: number;
  memory?: number;
  photo?: DecodedPhoto;
  jpeg?: Buffer;
  hash?: PhotoHash | undefined;
  refusal?: Refusal;
  failure?: string;
}

export interface PhotoDecoder {
  /** Reads only the photo's header: its type and size. @throws ImageError */
  check(input: string | Buffer, owner: string): Promise<void>;
  /** @throws ImageError, AppError TOO_BUSY */
  decode(input: string | Buffer, widths: readonly number[], owner: string): Promise<DecodedPhoto>;
  /** Crops the photo to the size. @throws ImageError, AppError TOO_BUSY */
  toJpeg(input: Buffer, size: PhotoSize, owner: string): Promise<Buffer>;
  /** Returns undefined for a photo without structure. @throws ImageError, AppError TOO_BUSY */
  hash(input: Buffer, width: number, owner: string): Promise<PhotoHash | undefined>;
  close(): void;
}

const program = fileURLToPath(new URL('decode-program.ts', import.meta.url));
/** A process that was idle for this many ms ends, to free its memory. */
const endsAfter = 30_000;
const longestRequest = 75_000;
const wasmPage = 65_536;
const retryAfterSeconds = 30;

class DecoderEnded extends Error {
  override name = 'DecoderEnded';
}

interface Pending {
  resolve(reply: DecodeReply): void;
  reject(error: Error): void;
}

interface Decoder {
  child: ChildProcess;
  pending: Map<number, Pending>;
}

/**
 * Decodes in a child process that has low priority and none of our secrets. The process frees its memory when it ends.
 */
export function openPhotoDecoder({ file = program, longest = longestRequest } = {}): PhotoDecoder {
  const queue = decodeQueue();
  let decoder: Decoder | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function end(ended: Decoder | undefined, error: Error): void {
    if (decoder === ended) decoder = undefined;
    ended?.child.kill('SIGKILL');
    for (const { reject } of ended?.pending.values() ?? []) reject(error);
  }

  function start(): Decoder {
    const child = fork(file, {
      serialization: 'advanced',
      // The heap is small, because photos are not in it and it would otherwise grow by 60 MB of garbage.
      execArgv: [
        '--max-semi-space-size=1',
        '--max-old-space-size=64',
        `--wasm-max-mem-pages=${mostWasmMemory / wasmPage}`,
      ],
      // With two arenas, threads reuse each other's freed memory.
      env: { MALLOC_ARENA_MAX: '2', TMPDIR: process.env['TMPDIR'] },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started: Decoder = { child, pending: new Map() };
    child.on('message', (reply: DecodeReply) => started.pending.get(reply.id)?.resolve(reply));
    child.once('exit', () => end(started, new DecoderEnded('the decoder ended')));
    // The process could not start, which is not the fault of the photo.
    child.on('error', () => end(started, new AppError('TOO_BUSY', { retryAfterSeconds })));
    return started;
  }

  async function sendRequest(request: Omit<DecodeRequest, 'id'>): Promise<DecodeReply> {
    if (isClosed) throw new AppError('TOO_BUSY', { retryAfterSeconds });
    clearTimeout(idle);
    const current = (decoder ??= start());
    const id = (lastId += 1);
    const tooLong = setTimeout(() => end(current, new DecoderEnded('the decoder took too long')), longest);
    try {
      const reply = await new Promise<DecodeReply>((resolve, reject) => {
        current.pending.set(id, { resolve, reject });
        current.child.send({ id, ...request });
      });
      if (reply.refusal) throw new ImageError(reply.refusal);
      if (reply.failure) throw new Error(reply.failure);
      return reply;
    } finally {
      clearTimeout(tooLong);
      current.pending.delete(id);
      if (decoder?.pending.size === 0) idle = setTimeout(endIdle, endsAfter).unref();
    }
  }

  const endIdle = () => end(decoder, new DecoderEnded('the decoder had nothing to do'));

  /** Another photo may have crashed the process, so each gets a second try. */
  async function retry<T>(work: () => Promise<T>, again: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DecoderEnded)) throw error;
    }
    try {
      return await again();
    } catch (error) {
      throw error instanceof DecoderEnded ? new ImageError('imageInvalid', { cause: error }) : error;
    }
  }

  async function measure(input: string | Buffer, owner: string): Promise<number> {
    const { memory = 0 } = await retry(
      () => sendRequest({ input }),
      () => queue.run(owner, aloneMemory, () => sendRequest({ input })),
    );
    return memory;
  }

  /** Measures the photo first, because heavy photos wait for each other. */
  async function inTurn(request: Omit<DecodeRequest, 'id'>, owner: string): Promise<DecodeReply> {
    const memory = await measure(request.input, owner);
    return retry(
      () => queue.run(owner, memory, () => sendRequest(request)),
      () => queue.run(owner, aloneMemory, () => sendRequest(request)),
    );
  }

  return {
    async check(input, owner) {
      await measure(input, owner);
    },
    async decode(input, widths, owner) {
      const { photo } = await inTurn({ input, widths }, owner);
      if (!photo) throw new ImageError('imageInvalid');
      return photo;
    },
    async toJpeg(input, size, owner) {
      const { jpeg } = await inTurn({ input, jpeg: size }, owner);
      if (!jpeg) throw new ImageError('imageInvalid');
      // Between processes a Buffer becomes a plain Uint8Array.
      return Buffer.from(jpeg);
    },
    async hash(input, hashedWidth, owner) {
      return (await inTurn({ input, hashedWidth }, owner)).hash;
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      end(decoder, new AppError('TOO_BUSY', { retryAfterSeconds }));
    },
  };
}
