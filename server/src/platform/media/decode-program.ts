import { setPriority } from 'node:os';
import { decodePicture, encodeJpeg, measurePicture } from './decode-picture.ts';
import { ImageError } from './image-error.ts';
import type { DecodeReply, DecodeRequest } from './picture-decoder.ts';

// Requests have priority over pictures.
setPriority(5);
// Ctrl+C reaches all processes of a terminal, but the server ends this one when it stops.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.once('disconnect', () => process.exit());
process.on('message', (request: DecodeRequest) => {
  void respond(request).then((reply) => process.send?.(reply));
});

async function respond({ id, input, widths, jpeg }: DecodeRequest): Promise<DecodeReply> {
  try {
    if (jpeg) return { id, jpeg: await encodeJpeg(input, jpeg) };
    return widths
      ? { id, picture: await decodePicture(input, widths) }
      : { id, memory: await measurePicture(input) };
  } catch (error) {
    if (error instanceof ImageError) return { id, refusal: error.reason };
    return { id, failure: String(error) };
  }
}
