import { basename } from 'node:path';
import { avatarWidths, photoWidths } from '@upaj/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '#src/platform/db/connection.ts';
import { AppError, invalidFile } from '#src/platform/http/errors.ts';
import { ImageError } from './image-error.ts';
import {
  dropImage,
  fileOf,
  imageNameOf,
  storeImage,
  newImageName,
  type ImageTools,
  type StoredImage,
} from './images.ts';
import type { PhotoHash } from './photo-hash.ts';
import type { PhotoSize } from './photo-size.ts';
import type { MediaStore } from './store.ts';

const allWidths = [...new Set([...photoWidths, ...avatarWidths])];

/** The hash is made from the largest file, which looks most like what was uploaded. */
const hashedWidth = Math.max(...photoWidths);

const abandonedAfter = 10 * 60_000;

/**
 * The files of a deleted photo remain this long, in ms, because a restored backup may show it again. No one can open
 * them.
 */
const keptAfterDeletion = 7 * 24 * 60 * 60_000;

export type Claim = (trx: Transaction) => Promise<void>;

export type MediaService = ReturnType<typeof mediaService>;

export interface Photos {
  field: string;
  inputs: readonly (string | Buffer)[];
  widths: readonly number[];
  owner: string;
}

interface MediaDeps extends ImageTools {
  store: MediaStore;
  log: FastifyBaseLogger;
}

export function mediaService({ drive, decoder, store, log }: MediaDeps) {
  let stored = 0;

  async function dropNames(names: readonly string[]): Promise<boolean> {
    try {
      for (const name of names) await dropImage(drive, name, allWidths);
      await store.removeUnclaimed(names);
      return true;
    } catch (error) {
      log.warn({ err: error, names }, 'photos could not be removed; the next sweep tries again');
      return false;
    }
  }

  return {
    /**
     * Checks the headers of all photos, then stores them, and removes them again unless `show` claims them. After a
     * crash `sweep` removes them. `hashes` are those of the photos that have structure.
     */
    async save<T>(
      { field, inputs, widths, owner }: Photos,
      show: (images: StoredImage[], claim: Claim, hashes: ReadonlyMap<string, PhotoHash>) => Promise<T>,
    ): Promise<T> {
      // A form with one photo that must be refused costs no decoding of the others.
      for (const [index, input] of inputs.entries())
        await decoder.check(input, owner).catch(refuse(field, index));
      const photos = inputs.map((input) => ({ input, name: newImageName() }));
      const names = photos.map(({ name }) => name);
      await store.addUnclaimed(names);
      let isDropped = true;
      try {
        const images: StoredImage[] = [];
        const hashes = new Map<string, PhotoHash>();
        for (const [index, { input, name }] of photos.entries()) {
          const saved = await storeImage({ drive, decoder }, { input, name, widths, owner }).catch(
            refuse(field, index),
          );
          images.push(saved.image);
          if (saved.hash) hashes.set(name, saved.hash);
        }
        const shown = await show(images, (trx) => store.removeUnclaimed(names, trx), hashes);
        stored += images.length;
        return shown;
      } catch (error) {
        // After a write that timed out the names are kept, because it may still succeed: a later sweep removes the
        // file.
        isDropped = !(error instanceof AppError && error.code === 'PHOTOS_UNAVAILABLE');
        throw error;
      } finally {
        // Only photos that are still unclaimed are removed, because a transaction whose response was lost may have
        // committed.
        if (isDropped) await dropNames(await store.filterUnclaimed(names));
      }
    },

    countStored: () => stored,

    /** @throws AppError NOT_FOUND, TOO_BUSY, PHOTOS_UNAVAILABLE */
    async toJpeg(url: string, size: PhotoSize, owner: string): Promise<Buffer> {
      const photo = await drive.read(basename(url));
      if (!photo) throw new AppError('NOT_FOUND');
      return decoder.toJpeg(photo, size, owner);
    },

    /** Runs in the transaction that removes photos from a row: from its commit on, no one sees them. */
    async release(urls: readonly string[], trx: Transaction): Promise<void> {
      await store.addUnclaimed(namesOf(urls), new Date(Date.now() + keptAfterDeletion), trx);
      await store.unrestrict(namesOf(urls), trx);
    },

    /** Releases photos whose files go with the next sweep: a restored backup does not show them again. */
    async discard(urls: readonly string[], trx: Transaction): Promise<void> {
      await store.addUnclaimed(namesOf(urls), new Date(), trx);
      await store.unrestrict(namesOf(urls), trx);
    },

    /** Sets who may see the photos. At first everyone may. */
    showTo: (
      viewerIds: readonly string[] | 'everyone',
      urls: readonly string[],
      trx: Transaction,
    ): Promise<void> =>
      viewerIds === 'everyone'
        ? store.unrestrict(namesOf(urls), trx)
        : store.restrict(namesOf(urls), viewerIds, trx),

    /** Creates the missing files of a photo from its largest one. */
    async complete(name: string, widths: readonly number[]): Promise<void> {
      const ordered = widths.toSorted((a, b) => b - a);
      const found = await Promise.all(ordered.map((width) => drive.read(fileOf(name, width))));
      const largest = found.find((photo) => photo !== undefined);
      if (!largest) return;
      const missing = ordered.filter((_, place) => found[place] === undefined);
      const { files } = await decoder.decode(largest, missing, 'media check');
      for (const { width, data } of files) await drive.write(fileOf(name, width), data);
    },

    /**
     * Returns the hash of a stored photo, or undefined if it has no structure or cannot be read. @throws when no photo
     * can be read or decoded now
     */
    async hashStored(name: string): Promise<PhotoHash | undefined> {
      try {
        const photo = await drive.read(fileOf(name, hashedWidth));
        return photo && (await decoder.hash(photo, hashedWidth, 'photo hashes'));
      } catch (error) {
        if (error instanceof AppError && error.code === 'TOO_BUSY') throw error;
        await drive.probe();
        log.warn({ err: error, name }, 'a photo could not be read for its hash');
        return undefined;
      }
    },

    async sweep(olderThan = abandonedAfter): Promise<void> {
      const before = new Date(Date.now() - olderThan);
      for (;;) {
        const names = await store.findUnclaimed(before, 100);
        if (!(await dropNames(names)) || names.length < 100) return;
      }
    },
  };
}

function refuse(field: string, index: number): (error: unknown) => never {
  return (error) => {
    throw error instanceof ImageError ? invalidFile(field, error.reason, index + 1) : error;
  };
}

function namesOf(urls: readonly string[]): string[] {
  return urls.map(imageNameOf).filter((name) => name !== undefined);
}
