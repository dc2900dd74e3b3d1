import { avatarWidths, photoWidths } from '@upaj/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#src/db/connect.ts';
import { invalidField } from '#src/http/errors.ts';
import type { Drive } from '#src/media/drive.ts';
import {
  dropImage,
  ImageError,
  imageNameOf,
  keepImage,
  newImageName,
  type KeptImage,
} from '#src/media/images.ts';
import type { MediaStore } from './store.ts';

/** Every width any picture is kept in. */
const allWidths = [...new Set([...photoWidths, ...avatarWidths])];

/** An upload is given up after this long, in ms: far longer than any request lasts. */
const abandonedAfter = 10 * 60_000;

/** Joins the transaction that writes the row which shows the pictures. */
export type Claim = (trx: Database) => Promise<void>;

export interface MediaService {
  /**
   * Keeps pictures, and removes them again unless `show` claims them.
   * A process that dies in between leaves names which `sweep` finds.
   * @throws AppError INVALID_INPUT at `field` for a picture that cannot be shown.
   */
  keep<T>(source: Pictures, show: (images: KeptImage[], claim: Claim) => Promise<T>): Promise<T>;
  /** Joins the transaction that removes the row which showed the pictures; call `drop` after it. */
  release(urls: readonly string[], trx: Database): Promise<void>;
  /** Removes released pictures. */
  drop(urls: readonly string[]): Promise<void>;
  /** Removes what dead requests left behind longer than `olderThan` ms ago. */
  sweep(olderThan?: number): Promise<void>;
}

export interface Pictures {
  field: string;
  inputs: readonly (string | Buffer)[];
  widths: readonly number[];
}

export function mediaService(drive: Drive, store: MediaStore, log: FastifyBaseLogger): MediaService {
  async function dropNames(names: readonly string[]): Promise<void> {
    try {
      for (const name of names) await dropImage(drive, name, allWidths);
      await store.forget(names);
    } catch (error) {
      log.warn({ err: error, names }, 'pictures could not be removed; the next sweep tries again');
    }
  }

  return {
    async keep({ field, inputs, widths }, show) {
      const pictures = inputs.map((input) => ({ input, name: newImageName() }));
      const names = pictures.map(({ name }) => name);
      await store.addUnclaimed(names);
      try {
        const images: KeptImage[] = [];
        for (const { input, name } of pictures) {
          images.push(await keepImage(drive, input, name, widths).catch(refuse(field)));
        }
        return await show(images, (trx) => store.claim(names, trx));
      } finally {
        // Asked of the database, because a transaction whose answer was lost may have committed all the same.
        await dropNames(await store.filterUnclaimed(names));
      }
    },

    release: (urls, trx) => store.addUnclaimed(namesOf(urls), trx),
    drop: (urls) => dropNames(namesOf(urls)),

    async sweep(olderThan = abandonedAfter) {
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
