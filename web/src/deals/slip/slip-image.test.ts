// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { drawSlip } from './slip-image.ts';

/** Each letter is 20 px wide, and the columns are 532 px wide. */
async function drawnLines(value: string): Promise<string[]> {
  const lines: string[] = [];
  const context = {
    measureText: (text: string) => ({ width: text.replace(/\p{M}/gu, '').length * 20 }),
    fillText: (text: string) => lines.push(text),
    fillRect() {},
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob()));
  const texts = { title: 'Deal slip', cancelled: '', lines: [{ label: 'Note', value }] };
  const rest = { total: { label: 'Total', value: '1' }, footer: 'Upaj', signatures: ['Buyer', 'Seller'] };
  await drawSlip([{ ...texts, ...rest } as never]);
  vi.restoreAllMocks();
  return lines.slice(lines.length / 2);
}

it('breaks a word that is wider than its column', async () => {
  expect(await drawnLines(`to ${'W'.repeat(60)} end`)).toContainEqual('W'.repeat(26));
  const lines = await drawnLines(`to ${'W'.repeat(60)} end`);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(26);
  expect(lines.join('')).toContain('W'.repeat(60));
});

it('does not separate a vowel sign from its consonant', async () => {
  const lines = await drawnLines('की'.repeat(60));
  expect(lines).toContain('की'.repeat(26));
  for (const line of lines) expect(line).not.toMatch(/^\p{M}/u);
});
