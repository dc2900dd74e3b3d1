import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeKeyRange } from '../../../../test/idb-keyval.ts';
import type * as storeModule from './draft-table.ts';
import type * as draftModule from './draft.ts';
import { emptyValues } from './form-values.ts';
import type { FormPhoto } from './photo.ts';

const kept = vi.hoisted(() => new Map<string, unknown>());
const browser = vi.hoisted(() => ({ work: Promise.resolve(), isPrivate: false }));
vi.stubGlobal('IDBKeyRange', fakeKeyRange);
vi.mock('idb-keyval', async () =>
  (await import('../../../../test/idb-keyval.ts')).fakeIdbKeyval(kept, browser),
);

const nowhere = { state: '', district: '', city: '', village: '', pincode: '' };
const khanna = {
  state: 'Punjab',
  district: 'Ludhiana',
  city: 'Khanna',
  village: 'Rampur',
  pincode: '141401',
};
const photo: FormPhoto = { id: 'p1', name: 'a.jpg', state: 'ready', file: new File(['abc'], 'a.jpg') };
const content: draftModule.FormContent = { values: { ...emptyValues, title: 'Wheat' }, photos: [photo] };

let openDraft: typeof draftModule.openDraft;
let clearDrafts: typeof storeModule.clearDrafts;

/** Only what the browser has stored is left after a reload. */
async function reload() {
  vi.resetModules();
  ({ openDraft } = await import('./draft.ts'));
  ({ clearDrafts } = await import('./draft-table.ts'));
}

beforeEach(async () => {
  kept.clear();
  browser.work = Promise.resolve();
  browser.isPrivate = false;
  await reload();
});
afterEach(() => vi.useRealTimers());

async function write(userId = 'asha') {
  const draft = await openDraft(userId, nowhere);
  draft.save(content);
  await draft.flush();
  return draft;
}

it('restores text and photos, for their author only', async () => {
  await write();
  const { isRestored, initial } = await openDraft('asha', nowhere);
  expect(isRestored).toBe(true);
  expect(initial.values.title).toBe('Wheat');
  expect(initial.photos).toMatchObject([{ id: 'p1', name: 'a.jpg', state: 'ready' }]);
  expect((await openDraft('ravi', nowhere)).isRestored).toBe(false);
});

it('stores photos as they were chosen at once, and then compressed', async () => {
  const draft = await openDraft('asha', nowhere);
  const file = new File(['original'], 'a.jpg');
  draft.save({ ...content, photos: [{ id: 'p1', name: 'a.jpg', state: 'preparing', progress: 0, file }] });
  await vi.waitFor(() => expect(kept.size).toBe(2), { timeout: 60_000 });
  const again = await openDraft('asha', nowhere);
  expect(again.initial.photos).toMatchObject([{ id: 'p1', state: 'preparing', progress: 0 }]);
  draft.save(content);
  await draft.flush();
  expect((await openDraft('asha', nowhere)).initial.photos).toMatchObject([{ id: 'p1', state: 'ready' }]);
});

it('reports how many photos did not fit in the browser’s storage', async () => {
  await write();
  kept.delete('asha/photo/p1');
  const { isRestored, lostPhotos, initial } = await openDraft('asha', nowhere);
  expect([isRestored, lostPhotos, initial.photos]).toEqual([true, 1, []]);
  expect((await openDraft('ravi', nowhere)).lostPhotos).toBe(0);
});

it('stores the text and the other photos when one does not fit', async () => {
  const draft = await openDraft('asha', nowhere);
  const large: FormPhoto = { ...photo, id: 'p2', file: new File(['x'.repeat(2_000_000)], 'large.jpg') };
  draft.save({ ...content, photos: [large, photo] });
  await draft.flush();
  expect([...kept.keys()]).toEqual(['asha/post', 'asha/photo/p1']);
  expect((await openDraft('asha', nowhere)).lostPhotos).toBe(0);
  await reload();
  expect((await openDraft('asha', nowhere)).lostPhotos).toBe(1);
});

it('stores the text while the browser still writes photos', async () => {
  const draft = await openDraft('asha', nowhere);
  browser.work = new Promise(() => undefined);
  draft.save(content);
  void draft.flush();
  await vi.waitFor(() => expect(kept.size).toBe(2), { timeout: 60_000 });
  draft.save({ ...content, values: { ...emptyValues, title: 'Wheat of Khanna' } });
  void draft.flush();
  await vi.waitFor(
    () => expect(kept.get('asha/post')).toMatchObject({ values: { title: 'Wheat of Khanna' } }),
    {
      timeout: 60_000,
    },
  );
});

it('neither waits nor forgets anything while the browser never responds, as Safari may in a private window', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  browser.work = new Promise(() => undefined);
  const opening = openDraft('asha', nowhere);
  await vi.advanceTimersByTimeAsync(5_000);
  const draft = await opening;
  const sending = draft.beginSending(content);
  await vi.advanceTimersByTimeAsync(1);
  expect(await sending).toMatchObject({ isRetry: false });
  const again = await openDraft('asha', nowhere);
  expect(again.initial).toMatchObject({ values: { title: 'Wheat' }, photos: [{ id: 'p1', state: 'ready' }] });
  await draft.finish();
  expect((await openDraft('asha', nowhere)).isRestored).toBe(false);
});

it('stores bytes in a private window of Safari, which does not respond to a Blob', async () => {
  browser.isPrivate = true;
  await write();
  expect(kept.get('asha/photo/p1')).toEqual({ bytes: new TextEncoder().encode('abc').buffer, type: '' });
  await reload();
  const [restored] = (await openDraft('asha', nowhere)).initial.photos;
  expect(restored && 'file' in restored && (await restored.file.text())).toBe('abc');
});

it('keeps the latest text when an earlier photo does not fit', async () => {
  const draft = await openDraft('asha', nowhere);
  const large: FormPhoto = { ...photo, id: 'p2', file: new File(['x'.repeat(2_000_000)], 'large.jpg') };
  draft.save({ ...content, photos: [large] });
  const first = draft.flush();
  draft.save({ values: { ...emptyValues, title: 'Wheat of Khanna' }, photos: [large] });
  await Promise.all([first, draft.flush()]);
  expect((await openDraft('asha', nowhere)).initial.values.title).toBe('Wheat of Khanna');
});

it('stores nothing of a form that was emptied again', async () => {
  const draft = await write();
  draft.save({ values: emptyValues, photos: [] });
  await draft.flush();
  expect([...kept.keys()]).toEqual([]);
});

it('starts with the place of the last post, else the home address', async () => {
  const first = await openDraft('asha', khanna);
  expect(first.initial.values.city).toBe('Khanna');
  expect(first.hasWork()).toBe(false);
  await first.finish({ ...khanna, city: 'Doraha' });
  expect((await openDraft('asha', khanna)).initial.values.city).toBe('Doraha');
});

it('has one key across attempts and reloads, and another after the post is created', async () => {
  const draft = await write();
  const first = await draft.beginSending(content);
  const again = await (await openDraft('asha', nowhere)).beginSending(content);
  expect(again).toEqual({ idempotencyKey: first.idempotencyKey, isRetry: true, samePhotos: true });
  await draft.finish();
  const next = await (await openDraft('asha', nowhere)).beginSending(content);
  expect(next.idempotencyKey).not.toBe(first.idempotencyKey);
  expect(next.isRetry).toBe(false);
});

it('recognizes photos that differ from those of an earlier attempt', async () => {
  const draft = await write();
  await draft.beginSending(content);
  expect(await draft.beginSending({ ...content, photos: [] })).toMatchObject({ samePhotos: false });
  expect(await draft.beginSending(content)).toMatchObject({ isRetry: true, samePhotos: false });
});

it('is no retry after a refusal by the server', async () => {
  const draft = await write();
  await draft.beginSending(content);
  draft.noteRefusal();
  expect(await draft.beginSending(content)).toMatchObject({ isRetry: false });
});

it('remains discarded when the form still changes', async () => {
  const draft = await write();
  const finishing = draft.finish();
  draft.save(content);
  await finishing;
  draft.save(content);
  await draft.flush();
  expect((await openDraft('asha', nowhere)).isRestored).toBe(false);
});

it('removes everything where nothing is to be remembered, and what is being typed', async () => {
  const draft = await write();
  await clearDrafts();
  draft.save({ ...content, photos: [] });
  await draft.flush();
  expect([...kept.keys()]).toEqual([]);
});

it('removes the draft of a deleted account only', async () => {
  await write();
  await write('ravi');
  await clearDrafts('asha');
  expect((await openDraft('asha', nowhere)).isRestored).toBe(false);
  expect((await openDraft('ravi', nowhere)).isRestored).toBe(true);
});
