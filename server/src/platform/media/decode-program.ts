import { setPriority } from 'node:os';
import { decodePhoto, encodeJpeg, hashStoredPhoto, measurePhoto } from './decode-photo.ts';
import { ImageError } from './image-error.ts';
import type { DecodeReply, DecodeRequest } from './photo-decoder.ts';

// Decoding has a lower priority than requests.
setPriority(5);
// Ctrl+C reaches all processes of a terminal, but the server ends this one when it stops.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.once('disconnect', () => process.exit());
process.on('message', (request: DecodeRequest) => {
  void respond(request).then((reply) => process.send?.(reply));
});

async function respond({ id, input, widths, jpeg, hashedWidth }: DecodeRequest): Promise<DecodeReply> {
  try {
    if (hashedWidth) return { id, hash: await hashStoredPhoto(input, hashedWidth) };
    if (jpeg) return { id, jpeg: await encodeJpeg(input, jpeg) };
    return widths
      ? { id, photo: await decodePhoto(input, widths) }
      : { id, memory: await measurePhoto(input) };
  } catch (error) {
    if (error instanceof ImageError) return { id, refusal: error.reason };
    return { id, failure: String(error) };
  }
}
