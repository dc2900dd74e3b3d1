import { openDrawer } from '#lib/drafts.ts';
import { makeUuid } from '#lib/uuid.ts';
import { emptyValues, placeOf, type Place, type PostFormValues } from './form-values.ts';
import type { Photo } from './photo.ts';

const saveDelay = 400;

interface KeptDraft {
  values: PostFormValues;
  photos: { id: string; name: string }[];
  idempotencyKey: string;
  tried?: string | undefined;
}

export interface FormContent {
  values: PostFormValues;
  photos: readonly Photo[];
}

/** A post that is being written: kept as it is typed, under one idempotency key until it is made. */
export interface Draft {
  isRestored: boolean;
  initial: FormContent;
  /** Keeps the content a moment later; `flush` keeps it now. */
  save: (content: FormContent) => void;
  flush: () => Promise<void>;
  hasWork: () => boolean;
  /**
   * To be called before each sending. `isRetry`: an earlier one may have made the post already; `samePhotos`: and it
   * would have been with these photographs.
   */
  beginSending: (
    content: FormContent,
  ) => Promise<{ idempotencyKey: string; isRetry: boolean; samePhotos: boolean }>;
  /** The server has said that it made nothing. */
  noteRefusal: () => void;
  /** The post is made or given up; the next one has a key of its own. The place is remembered for it. */
  finish: (place?: Place) => Promise<void>;
}

export async function openDraft(userId: string, homePlace: Place): Promise<Draft> {
  const drawer = openDrawer(userId);
  const kept = await drawer.read<KeptDraft>('post');
  const lastPlace = (await drawer.read<Place>('place')) ?? (homePlace.state ? homePlace : undefined);
  const blank: PostFormValues = { ...emptyValues, ...(lastPlace && placeOf(lastPlace)) };
  const initial = kept
    ? { values: { ...emptyValues, ...kept.values }, photos: await readPhotos() }
    : { values: blank, photos: [] };

  let idempotencyKey = kept?.idempotencyKey ?? makeUuid();
  let tried = kept?.tried;
  let content: FormContent = initial;
  let stored = new Set(initial.photos.map(({ id }) => id));
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readPhotos(): Promise<Photo[]> {
    const entries = kept?.photos ?? [];
    const files = await drawer.readMany<Blob>(entries.map(({ id }) => photoName(id)));
    return entries.flatMap(({ id, name }, index): Photo[] => {
      const blob = files[index];
      if (!blob) return [];
      // Some browsers give a File back as a Blob without its name.
      return [{ id, name, state: 'ready', file: new File([blob], name, { type: blob.type }) }];
    });
  }

  const hasWork = () => content.photos.length > 0 || JSON.stringify(content.values) !== JSON.stringify(blank);

  async function flush(): Promise<void> {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    await keep();
  }

  async function keep(): Promise<void> {
    const photos = content.photos.flatMap((photo) => (photo.state === 'ready' ? [photo] : []));
    const gone = [...stored].filter((id) => !photos.some((photo) => photo.id === id));
    const added = photos.filter(({ id }) => !stored.has(id));
    stored = new Set(photos.map(({ id }) => id));
    if (!hasWork()) return drawer.drop(['post', ...gone.map(photoName)]);
    // Photographs first: a draft never names one that is not there.
    for (const { id, file } of added) await drawer.write(photoName(id), file);
    await drawer.write('post', {
      values: content.values,
      photos: photos.map(({ id, name }) => ({ id, name })),
      idempotencyKey,
      tried,
    } satisfies KeptDraft);
    if (gone.length > 0) await drawer.drop(gone.map(photoName));
  }

  return {
    isRestored: kept !== undefined,
    initial,
    hasWork,
    save(next) {
      content = next;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), saveDelay);
    },
    flush,
    async beginSending(next) {
      content = next;
      clearTimeout(timer);
      timer = undefined;
      const ids = next.photos.map(({ id }) => id).join();
      const attempt = { idempotencyKey, isRetry: tried !== undefined, samePhotos: tried === ids };
      tried = tried === undefined || tried === ids ? ids : 'several';
      await keep();
      return attempt;
    },
    noteRefusal() {
      tried = undefined;
      timer ??= setTimeout(() => void flush(), saveDelay);
    },
    async finish(place) {
      clearTimeout(timer);
      timer = undefined;
      await drawer.drop(['post', ...[...stored].map(photoName)]);
      stored = new Set();
      content = { values: blank, photos: [] };
      tried = undefined;
      idempotencyKey = makeUuid();
      if (place) await drawer.write('place', place);
    },
  };
}

function photoName(id: string): string {
  return `photo/${id}`;
}
