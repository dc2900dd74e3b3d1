import { basename } from 'node:path';
import { avatarWidths, photoWidths } from '@upaj/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#src/platform/db/connect.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { PhotoSize } from './decode-photo.ts';
import { ImageError } from './image-error.ts';
import {
  dropImage,
  imageNameOf,
  storeImage,
  newImageName,
  type ImageTools,
  type StoredImage,
} from './images.ts';
import type { MediaStore } from './store.ts';

const allWidths = [...new Set([...photoWidths, ...avatarWidths])];

const abandonedAfter = 10 * 60_000;

export type Claim = (trx: Database) => Promise<void>;

export type MediaService = ReturnType<typeof mediaService>;

export interface Photos {
  field: string;
  inputs: readonly (string | Buffer)[];
  widths: readonly number[];
  owner: string;
}

export function mediaService(tools: ImageTools, store: MediaStore, log: FastifyBaseLogger) {
  const { drive } = tools;

  async function dropNames(names: readonly string[]): Promise<void> {
    try {
      for (const name of names) await dropImage(drive, name, allWidths);
      await store.removeUnclaimed(names);
    } catch (error) {
      log.warn({ err: error, names }, 'photos could not be removed; the next sweep tries again');
    }
  }

  return {
    /** Stores photos, and removes them again unless `show` claims them. After a crash `sweep` removes them. */
    async save<T>(
      { field, inputs, widths, owner }: Photos,
      show: (images: StoredImage[], claim: Claim) => Promise<T>,
    ): Promise<T> {
      const photos = inputs.map((input) => ({ input, name: newImageName() }));
      const names = photos.map(({ name }) => name);
      await store.addUnclaimed(names);
      try {
        const images: StoredImage[] = [];
        for (const { input, name } of photos) {
          images.push(await storeImage(tools, { input, name, widths, owner }).catch(refuse(field)));
        }
        return await show(images, (trx) => store.removeUnclaimed(names, trx));
      } finally {
        // A transaction whose response was lost may have committed.
        await dropNames(await store.filterUnclaimed(names));
      }
    },

    /** @throws AppError NOT_FOUND, TOO_BUSY */
    async toJpeg(url: string, size: PhotoSize, owner: string): Promise<Buffer> {
      const file = basename(url);
      if (!(await drive.exists(file))) throw new AppError('NOT_FOUND');
      return tools.decoder.toJpeg(Buffer.from(await drive.getBytes(file)), size, owner);
    },

    /** Runs in the transaction that removes photos from a row. Call `drop` after it. */
    async release(urls: readonly string[], trx: Database): Promise<void> {
      await store.addUnclaimed(namesOf(urls), trx);
      await store.unrestrict(namesOf(urls), trx);
    },

    /** Decides who may see the photos; at first everyone. */
    showTo: (
      viewerIds: readonly string[] | 'everyone',
      urls: readonly string[],
      trx: Database,
    ): Promise<void> =>
      viewerIds === 'everyone'
        ? store.unrestrict(namesOf(urls), trx)
        : store.restrict(namesOf(urls), viewerIds, trx),

    drop: (urls: readonly string[]): Promise<void> => dropNames(namesOf(urls)),

    async sweep(olderThan = abandonedAfter): Promise<void> {
      const before = new Date(Date.now() - olderThan);
      for (;;) {
        const names = await store.findUnclaimed(before, 100);
        await dropNames(names);
        if (names.length < 100) return;
      }
    },
  };
}

function refuse(field: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof ImageError ? invalidField(field, error.reason) : error;
  };
}

function namesOf(urls: readonly string[]): string[] {
  return urls.map(imageNameOf).filter((name) => name !== undefined);
}
