import type { MediaCheck } from '@upaj/contract/moderation/admin';
import type { Drive } from '#src/platform/media/drive.ts';
import { fileOf, photoFile } from '#src/platform/media/images.ts';
import type { Place } from '#src/platform/media/place.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { PhotosStore, Shown } from './store.ts';

/** In ms: about how long one call moves photos. The command repeats the call until all are moved. */
const longestMove = 20_000;
const filesAtOnce = 8;
const mostListed = 500;

type Problem = MediaCheck['problems'][number];
type Repairs = readonly Problem['kind'][];
const allRepairs: Repairs = ['unused', 'incomplete', 'missing', 'withheld'];

export interface PhotosDeps {
  db: Database;
  store: PhotosStore;
  drive: Drive;
  media: Pick<MediaService, 'release' | 'complete'>;
}

export function photosService({ db, store, drive, media }: PhotosDeps) {
  const [target, ...others] = drive.places;

  /** @returns the bytes that were moved; undefined when the photo has been deleted */
  async function moveFile(from: Place, file: string): Promise<number | undefined> {
    const photo = await from.read(file);
    if (!photo) return undefined;
    await target.write(file, photo);
    const written = await target.read(file);
    if (!written?.equals(photo))
      throw new Error(`${file} is not the same on ${target.name} as on ${from.name}`);
    // If the photo was deleted while it was copied, the copy is removed too.
    if ((await from.sizeOf(file)) === undefined) await target.remove(file);
    await from.remove(file);
    return photo.length;
  }

  /** Looks for all files of a shown photo, and repairs what is missing. @returns undefined when all files exist */
  async function repairFiles({ at, id, name }: Shown, repairs: Repairs): Promise<Problem | undefined> {
    const sizes = await Promise.all(at.widths.map((width) => drive.sizeOf(fileOf(name, width))));
    if (sizes.every((size) => size !== undefined)) return undefined;
    const kind = sizes.every((size) => size === undefined) ? 'missing' : 'incomplete';
    const isRepaired = repairs.includes(kind);
    if (isRepaired && kind === 'missing') await store.takeOut({ at, id, name });
    if (isRepaired && kind === 'incomplete') await media.complete(name, at.widths);
    return { kind, name, shownBy: `${at.table} ${id}`, isRepaired };
  }

  /** Checks the photos whose names start with `part`. */
  async function check(part: string, repairs: Repairs): Promise<MediaCheck> {
    const stored = new Map<string, Set<number>>();
    let files = 0;
    for (const place of drive.places)
      for await (const file of place.list(part)) {
        const { name = '', width } = photoFile.exec(file)?.groups ?? {};
        if (name) stored.set(name, (stored.get(name) ?? new Set()).add(Number(width)));
        if (name) files += 1;
      }
    // Unclaimed photos are read before shown ones, because a photo that is uploaded meanwhile is unclaimed first, then
    // shown.
    const unclaimed = await store.findUnclaimed(part);
    const problems: Problem[] = [];
    const withheld: Shown[] = [];
    const unused = new Set(stored.keys());
    let photos = 0;
    for await (const shown of store.findShown(part)) {
      photos += 1;
      const widths = stored.get(shown.name);
      unused.delete(shown.name);
      if (unclaimed.has(shown.name)) withheld.push(shown);
      if (shown.at.widths.every((width) => widths?.has(width))) continue;
      const problem = await repairFiles(shown, repairs);
      if (problem) problems.push(problem);
    }
    const unclaimedNow = await store.findUnclaimed(part);
    for (const shown of withheld.filter(({ name }) => unclaimedNow.has(name))) {
      const isRepaired = repairs.includes('withheld');
      if (isRepaired) await store.claim(shown);
      const shownBy = `${shown.at.table} ${shown.id}`;
      problems.push({ kind: 'withheld', name: shown.name, shownBy, isRepaired });
    }
    const names = [...unused].filter((name) => !unclaimed.has(name) && !unclaimedNow.has(name));
    const isRepaired = repairs.includes('unused');
    if (isRepaired)
      await db.transaction().execute((trx) =>
        media.release(
          names.map((name) => `/media/${fileOf(name, 320)}`),
          trx,
        ),
      );
    for (const name of names) problems.push({ kind: 'unused', name, shownBy: '', isRepaired });
    return { photos, files, found: problems.length, problems: problems.slice(0, mostListed) };
  }

  return {
    target: target.name,
    hasOthers: others.length > 0,

    async move(): Promise<{ moved: number; bytes: number; isDone: boolean }> {
      const until = Date.now() + longestMove;
      const done = { moved: 0, bytes: 0 };
      const moveAll = async (from: Place, files: readonly string[]) => {
        for (const bytes of await Promise.all(files.map((file) => moveFile(from, file))))
          if (bytes !== undefined) {
            done.moved += 1;
            done.bytes += bytes;
          }
      };
      for (const from of others) {
        let files: string[] = [];
        for await (const file of from.list('')) {
          if (photoFile.test(file)) files.push(file);
          if (files.length < filesAtOnce) continue;
          await moveAll(from, files);
          files = [];
          if (Date.now() > until) return { ...done, isDone: false };
        }
        await moveAll(from, files);
      }
      return { ...done, isDone: true };
    },

    check: (part: string, repair: boolean) => check(part, repair ? allRepairs : []),

    /**
     * Marks files that a restored database does not know as unclaimed, for the sweep to delete. @returns a sentence for
     * the operator
     */
    async settle(): Promise<string> {
      const checks: MediaCheck[] = [];
      for (const part of '0123456789abcdef') checks.push(await check(part, ['unused']));
      const problems = checks.flatMap((checked) => checked.problems);
      const photos = checks.reduce((total, checked) => total + checked.photos, 0);
      const lacking = problems.filter(({ kind }) => kind !== 'unused').length;
      return lacking > 0
        ? `Restored, but ${lacking} of ${photos} photos are not whole: run \`media check\`.`
        : `Restored. All ${photos} photos are there.`;
    },
  };
}

export type PhotosService = ReturnType<typeof photosService>;
