import { openDrawer } from './draft-store.ts';
import { makeUuid } from '#lib/uuid.ts';
import { emptyValues, placeOf, type Place, type PostFormValues } from './form-values.ts';
import type { FormPhoto } from './photo.ts';

const saveDelay = 400;

interface StoredDraft {
  values: PostFormValues;
  /** `isReady` says that the photo is compressed; other photos are stored as chosen. */
  photos: { id: string; name: string; isReady?: boolean }[];
  idempotencyKey: string;
  tried?: string | undefined;
}

export interface FormContent {
  values: PostFormValues;
  photos: readonly FormPhoto[];
}

/** A draft keeps one idempotency key until its post is created. */
export interface Draft {
  isRestored: boolean;
  /** Counts the photos that did not fit into the browser's storage. */
  lostPhotos: number;
  initial: FormContent;
  /** Saves after a delay; `flush` saves now. */
  save: (content: FormContent) => void;
  flush: () => Promise<void>;
  hasWork: () => boolean;
  /** `isRetry` says that an earlier attempt may have created the post, `samePhotos` that it had the same photos. */
  beginSending: (
    content: FormContent,
  ) => Promise<{ idempotencyKey: string; isRetry: boolean; samePhotos: boolean }>;
  /** Call it when the server confirmed that nothing was created. */
  noteRefusal: () => void;
  /** Ends the draft when its post is created or discarded. The next draft starts with this place. */
  finish: (place?: Place) => Promise<void>;
}

/** Opens the stored draft, or a new one that starts with `values`. */
export async function openDraft(
  userId: string,
  homePlace: Place,
  values: Partial<PostFormValues> = {},
): Promise<Draft> {
  const drawer = openDrawer(userId);
  const stored = await drawer.read<StoredDraft>('post');
  const lastPlace = (await drawer.read<Place>('place')) ?? (homePlace.state ? homePlace : undefined);
  const blank: PostFormValues = { ...emptyValues, ...(lastPlace && placeOf(lastPlace)), ...values };
  const initial = stored
    ? { values: { ...emptyValues, ...stored.values }, photos: await readPhotos() }
    : { values: blank, photos: [] };

  let idempotencyKey = stored?.idempotencyKey ?? makeUuid();
  let tried = stored?.tried;
  let content: FormContent = initial;
  let storedFiles = new Map(
    initial.photos.flatMap((photo) => ('file' in photo ? [[photo.id, photo.file]] : [])),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFinished = false;

  async function readPhotos(): Promise<FormPhoto[]> {
    const entries = stored?.photos ?? [];
    const files = await drawer.readBlobs(entries.map(({ id }) => photoName(id)));
    return entries.flatMap(({ id, name, isReady = true }, index): FormPhoto[] => {
      const blob = files[index];
      if (!blob) return [];
      // Some browsers return a File as a Blob without a name.
      const file = new File([blob], name, { type: blob.type });
      return [
        isReady ? { id, name, state: 'ready', file } : { id, name, state: 'preparing', progress: 0, file },
      ];
    });
  }

  const hasWork = () => content.photos.length > 0 || JSON.stringify(content.values) !== JSON.stringify(blank);

  async function flush(): Promise<void> {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    await storeDraft();
  }

  /**
   * Starts all writes without waiting, because the page may be ending. The browser stores one write after the other.
   */
  async function storeDraft(): Promise<void> {
    const photos = content.photos.flatMap((photo) => ('file' in photo ? [photo] : []));
    const gone = [...storedFiles.keys()].filter((id) => !photos.some((photo) => photo.id === id));
    const changed = photos.filter(({ id, file }) => storedFiles.get(id) !== file);
    storedFiles = new Map(photos.map(({ id, file }) => [id, file]));
    if (!hasWork()) return drawer.drop(['post', ...gone.map(photoName)]);
    // The draft lists its photos, so that `lostPhotos` can count those that were not stored.
    const draft: StoredDraft = {
      values: content.values,
      photos: photos.map(({ id, name, state }) => ({ id, name, isReady: state === 'ready' })),
      idempotencyKey,
      tried,
    };
    await Promise.all([
      drawer.write('post', draft),
      ...changed.map(({ id, file }) => drawer.writeBlob(photoName(id), file)),
    ]);
    if (gone.length > 0) await drawer.drop(gone.map(photoName));
  }

  return {
    isRestored: stored !== undefined,
    lostPhotos: (stored?.photos.length ?? 0) - initial.photos.length,
    initial,
    hasWork,
    save(next) {
      // The form is still mounted while the draft is deleted.
      if (isFinished) return;
      content = next;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), saveDelay);
      // A new photo is saved at once, because opening the camera may end the page.
      if (next.photos.some(({ id, state }) => state === 'preparing' && !storedFiles.has(id))) void flush();
    },
    flush,
    async beginSending(next) {
      content = next;
      clearTimeout(timer);
      timer = undefined;
      const ids = next.photos.map(({ id }) => id).join();
      const attempt = { idempotencyKey, isRetry: tried !== undefined, samePhotos: tried === ids };
      tried = tried === undefined || tried === ids ? ids : 'several';
      await storeDraft();
      return attempt;
    },
    noteRefusal() {
      tried = undefined;
      timer ??= setTimeout(() => void flush(), saveDelay);
    },
    async finish(place) {
      isFinished = true;
      clearTimeout(timer);
      timer = undefined;
      content = { values: blank, photos: [] };
      // The content is now empty, so this deletes the stored draft, after all writes that have begun.
      await storeDraft();
      tried = undefined;
      idempotencyKey = makeUuid();
      if (place) await drawer.write('place', place);
    },
  };
}

function photoName(id: string): string {
  return `photo/${id}`;
}
