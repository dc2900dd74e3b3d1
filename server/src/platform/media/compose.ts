import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/db/connect.ts';
import type { Drive } from './drive.ts';
import { openPictureDecoder } from './picture-decoder.ts';
import { mediaService } from './service.ts';
import { mediaStore } from './store.ts';

export function composeMedia(app: FastifyInstance, db: Database, drive: Drive) {
  const decoder = openPictureDecoder();
  app.addHook('onClose', async () => decoder.close());
  const pictures = mediaStore(db);
  return { pictures, media: mediaService({ drive, decoder }, pictures, app.log) };
}
