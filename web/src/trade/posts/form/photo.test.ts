import { expect, it } from 'vitest';
import { admitFiles } from '#trade/posts/photo-files.ts';
import { storedPhoto, moveTo, shareProgress, type FormPhoto } from './photo.ts';

const MB = 1024 * 1024;

function file(name: string, size = 10, type = 'image/jpeg'): File {
  const one = new File(['x'], name, { type });
  Object.defineProperty(one, 'size', { value: size });
  return one;
}

function names(files: readonly File[]): string[] {
  return files.map(({ name }) => name);
}

it.each([
  ['takes any type of image', [file('a.jpg'), file('b.heic', 10, 'image/heic')], 0, ['a.jpg', 'b.heic']],
  ['takes a file of no type, as some phones send it', [file('a', 10, '')], 0, ['a']],
  ['takes exactly 10 MB', [file('a.jpg', 10 * MB)], 0, ['a.jpg']],
  ['skips what is larger and takes the rest', [file('a.jpg', 10 * MB + 1), file('b.jpg')], 0, ['b.jpg']],
  ['skips a drawing', [file('a.svg', 10, 'image/svg+xml'), file('b.jpg')], 0, ['b.jpg']],
  ['skips what is no image', [file('a.pdf', 10, 'application/pdf'), file('b.jpg')], 0, ['b.jpg']],
  ['fills up to ten', [file('a.jpg'), file('b.jpg')], 9, ['a.jpg']],
  ['takes none beyond ten', [file('a.jpg')], 10, []],
])('%s', (_what, files, count, accepted) => {
  expect(names(admitFiles(files, count).accepted)).toEqual(accepted);
});

it('explains why a file was left out', () => {
  const files = [file('big.jpg', 11 * MB), file('a.txt', 1, 'text/plain'), file('b.jpg'), file('c.jpg')];
  const { tooLarge, noPhotos, isFull } = admitFiles(files, 9);
  expect([names(tooLarge), names(noPhotos), isFull]).toEqual([['big.jpg'], ['a.txt'], true]);
});

it.each([
  ['c', 0, 'cab'],
  ['a', 2, 'bca'],
  ['b', 1, 'abc'],
  ['a', -1, 'abc'],
  ['c', 3, 'abc'],
  ['x', 0, 'abc'],
])('moves %s to place %i: %s', (id, place, order) => {
  const moved = moveTo(['a', 'b', 'c'].map(storedPhoto), id, place);
  expect(moved.map((photo) => photo.id).join('')).toBe(order);
});

it('derives each file’s progress from the total, by size and order', () => {
  const ready = (id: string, size: number): FormPhoto => ({
    id,
    name: id,
    state: 'ready',
    file: file(id, size),
  });
  const photos = [ready('a', 100), storedPhoto('kept'), ready('b', 300)];
  const shares = (sent: number) => [...shareProgress(photos, sent)];
  expect(shares(0)).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  expect(shares(0.125)).toEqual([
    ['a', 0.5],
    ['b', 0],
  ]);
  expect(shares(0.625)).toEqual([
    ['a', 1],
    ['b', 0.5],
  ]);
  expect(shares(1)).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
});
