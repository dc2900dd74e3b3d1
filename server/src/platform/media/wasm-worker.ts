import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import { limits } from '@upaj/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { ImageError } from './image-error.ts';
import type { WasmReply, WasmRequest } from './wasm-photo.ts';

const { input, codec, within } = workerData as WasmRequest;

async function respond(): Promise<WasmReply> {
  const file = typeof input === 'string' ? await readFile(input) : Buffer.from(input);
  const { photo, icc } = await (codec === 'jxl' ? decodeJxl(file) : decodeHeic(file));
  const fitting = photo.resize({ ...within, fit: 'inside', withoutEnlargement: true });
  const png = await fitting.png({ compressionLevel: 0 }).toBuffer();
  return { png: icc ? withProfile(png, icc) : png };
}

interface Decoded {
  photo: Sharp;
  icc?: Buffer | undefined;
}

async function decodeJxl(file: Buffer): Promise<Decoded> {
  const { initSync, JxlImage } = await import('jxl-oxide-wasm');
  initSync({ module: await readFile(urlOf('jxl-oxide-wasm/module.wasm')) });
  const image = new JxlImage();
  image.forceSrgb = true;
  image.feedBytes(file);
  // A file that was cut off could be shown in part.
  if (!image.tryInit() || !image.loaded) throw new ImageError('imageInvalid');
  return { photo: sharp(image.render().encodeToPng(), { limitInputPixels: limits.image.maxPixels }) };
}

async function decodeHeic(file: Buffer): Promise<Decoded> {
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif.js');
  // Its types are those of an ES module, but it exports the function itself.
  const openLibheif = libheif as unknown as typeof libheif.default;
  const heif = openLibheif({ wasmBinary: await readFile(urlOf('libheif-js/libheif-wasm/libheif.wasm')) });
  const context = heif.heif_context_alloc();
  assertOk(heif.heif_context_read_from_memory(context, file));
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  assertOk(handle);
  const channels = heif.heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const decoded = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    channels === 4 ? rgba : rgb,
  );
  assertOk(decoded);
  const [{ data, width, height, stride }] = decoded.channels;
  const row = width * channels;
  // Rows are moved within the memory of WebAssembly, because a copy would double it.
  if (stride !== row)
    for (let y = 1; y < height; y += 1) data.copyWithin(y * row, y * stride, y * stride + row);
  const { icc } = await sharp(file).metadata();
  const photo = sharp(data.subarray(0, row * height), { raw: { width, height, channels } });
  return { photo, icc };
}

function assertOk({ code, message }: { code?: object; message?: unknown }): void {
  if (!code || message === 'Success') return;
  const isMemory = String(message).startsWith('Memory allocation error');
  throw new ImageError(isMemory ? 'imageTooHeavy' : 'imageInvalid');
}

/** Adds the chunk with the colour profile, because sharp would convert the pixels to a profile that it adds. */
function withProfile(png: Buffer, icc: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(chunk));
  const headEnd = 33;
  return Buffer.concat([png.subarray(0, headEnd), length, chunk, checksum, png.subarray(headEnd)]);
}

function urlOf(file: string): URL {
  return new URL(import.meta.resolve(file));
}

const reply = await respond().catch((error: unknown): WasmReply => {
  if (error instanceof ImageError) return { refusal: error.reason };
  throw error;
});
parentPort?.postMessage(reply, []);
