// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import type { Speech } from '#i18n/spoken.ts';
import { renderPart, toasts } from '../../../test/stub-server.tsx';
import { stubSpeech, type FakeSynthesis } from '../../../test/speech-synthesis.ts';
import { lazyListen } from './lazy-listen.tsx';
import { ListenButton } from './listen-button.tsx';
import { splitSpeech } from './split-speech.ts';

let synthesis: FakeSynthesis;
const english: Speech[] = [{ text: 'Wheat. 20 quintals at 2625.50 rupees.', lang: 'en' }];

beforeEach(async () => {
  synthesis = stubSpeech(['hi-IN', 'en_GB', 'en_IN']);
  await loadTexts('listen');
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLocale('en');
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const finish = () => act(async () => synthesis.finish());

it('reads sentence by sentence with a voice of India, and is then ready again', async () => {
  renderPart(() => <ListenButton speeches={() => english} />);
  await press('Listen');
  expect(synthesis.said).toEqual([['Wheat.', 'en_IN']]);
  expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe('true');
  await finish();
  expect(synthesis.said.at(-1)).toEqual(['20 quintals at 2625.50 rupees.', 'en_IN']);
  await finish();
  screen.getByRole('button', { name: 'Listen' });
});

it('stops when it is pressed again, and says nothing more', async () => {
  renderPart(() => <ListenButton speeches={() => english} />);
  await press('Listen');
  await press('Stop reading');
  expect(synthesis.cancel).toHaveBeenCalledTimes(1);
  await act(async () => {});
  expect(synthesis.said).toHaveLength(1);
  screen.getByRole('button', { name: 'Listen' });
});

it('stops when another one starts', async () => {
  renderPart(() => (
    <>
      <ListenButton speeches={() => english} />
      <ListenButton speeches={() => [{ text: 'Onions', lang: 'en' }]} />
    </>
  ));
  const [first, second] = screen.getAllByRole('button');
  await userEvent.click(first!);
  await userEvent.click(second!);
  expect([first, second].map((button) => button!.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  expect(synthesis.cancel).toHaveBeenCalledTimes(1);
  await finish();
  expect(synthesis.said.map(([text]) => text)).toEqual(['Wheat.', 'Onions']);
});

it('stops when it goes from the screen, the page is left, or the language changes', async () => {
  function Screen() {
    const [isShown, setShown] = useState(true);
    return (
      <>
        {isShown && <ListenButton speeches={() => english} />}
        <button type="button" onClick={() => setShown(false)}>
          Leave
        </button>
      </>
    );
  }
  renderPart(() => <Screen />);
  await press('Listen');
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  expect(synthesis.cancel).toHaveBeenCalledTimes(1);
  await press('Listen');
  await act(() => setLocale('hi').then(() => loadTexts('listen')));
  expect(synthesis.cancel).toHaveBeenCalledTimes(2);
  await press('सुनें');
  await press('Leave');
  expect(synthesis.cancel).toHaveBeenCalledTimes(3);
});

it('waits for the voices, which come late', async () => {
  const voices = synthesis.voices.splice(0);
  renderPart(() => <ListenButton speeches={() => english} />);
  await press('Listen');
  expect(synthesis.said).toEqual([]);
  synthesis.voices.push(...voices);
  await act(async () => synthesis.onvoiceschanged?.());
  expect(synthesis.said).toEqual([['Wheat.', 'en_IN']]);
});

it('says which voice is missing, and reads the rest', async () => {
  renderPart(() => <ListenButton speeches={() => [{ text: 'கோதுமை', lang: 'ta' }, ...english]} />);
  await press('Listen');
  await vi.waitFor(() => expect(toasts().join()).toMatch(/^This phone has no voice for தமிழ்\. Search for/));
  expect(synthesis.said).toEqual([['Wheat.', 'en_IN']]);
});

it('says that the browser failed, and may be tried again', async () => {
  renderPart(() => <ListenButton speeches={() => english} />);
  await press('Listen');
  await act(async () => synthesis.fail('synthesis-failed'));
  await vi.waitFor(() => expect(toasts()).toContain('The text could not be read aloud. Please try again.'));
  screen.getByRole('button', { name: 'Listen' });
});

it('is loaded after the screen, and not in a browser that cannot speak', async () => {
  const load = vi.fn(async () => () => <ListenButton speeches={() => english} />);
  const Lazy = lazyListen('test', load);
  renderPart(() => <Lazy />);
  expect(screen.queryByRole('button')).toBeNull();
  await screen.findByRole('button', { name: 'Listen' });
  cleanup();
  vi.unstubAllGlobals();
  load.mockClear();
  renderPart(() => <Lazy />);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(load).not.toHaveBeenCalled();
});

it.each([
  ['One. Two! तीन। 2,5.', ['One.', 'Two!', 'तीन।', '2,5.']],
  ['No 2625.50 split\n\n…', ['No 2625.50 split']],
  [`${'word '.repeat(60)}end`, [32, 28].map((count) => 'word '.repeat(count).trim())],
])('splits %j', (text, parts) => {
  const split = splitSpeech(text);
  if (text.startsWith('word')) expect(split.join(' ')).toBe(text);
  else expect(split).toEqual(parts);
  for (const part of split) expect(part.length).toBeLessThanOrEqual(160);
  expect(split.length).toBe(parts.length);
});
