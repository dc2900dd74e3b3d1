import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPhotoDecoder, type PhotoDecoder } from './photo-decoder.ts';

let folder: string;
let decoder: PhotoDecoder;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'upaj-decoder-'))));
afterEach(() => decoder.close());
afterAll(() => rm(folder, { recursive: true }));

async function open(work: string, longest?: number): Promise<void> {
  const file = join(folder, `${Math.random()}.mjs`);
  const reply = `const reply = () => process.send({ id: request.id, memory: 1, photo: { of: request.input } });`;
  await writeFile(file, `process.on('message', (request) => { ${reply} ${work} });`);
  decoder = openPhotoDecoder({ file, longest });
}

test('a decoder that never replies is ended, and the next photo is decoded', async () => {
  await open(`if (request.input !== 'stuck') reply();`, 2_000);
  await expect(decoder.decode('stuck', [1], 'a')).rejects.toMatchObject({ reason: 'imageInvalid' });
  expect(await decoder.decode('good', [1], 'a')).toEqual({ of: 'good' });
});

test('a photo that crashes the decoder is refused; a concurrent one is still decoded', async () => {
  await open(
    `if (request.input !== 'bad') setTimeout(reply, 100); else if (request.widths) process.exit(1); else reply();`,
  );
  const good = decoder.decode('good', [1], 'a');
  await expect(decoder.decode('bad', [1], 'b')).rejects.toMatchObject({ reason: 'imageInvalid' });
  expect(await good).toEqual({ of: 'good' });
});

test('a closed decoder starts no process', async () => {
  decoder = openPhotoDecoder({ file: join(folder, 'missing.mjs') });
  decoder.close();
  await expect(decoder.decode('good', [1], 'a')).rejects.toMatchObject({ code: 'TOO_BUSY' });
});
