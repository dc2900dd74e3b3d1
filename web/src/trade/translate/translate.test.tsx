// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { langOf, setLocale } from '#i18n/locale.ts';
import { renderPart, toasts } from '../../../test/stub-server.tsx';
import type { TranslatorApi } from './translator.ts';
import { useTranslated } from './use-translated.tsx';

const wheat = { title: 'शरबती गेहूं', description: 'Clean and dry. नमी कम है, दाना मोटा है।' };

function Post({ post = wheat }) {
  const { texts, button, markOf } = useTranslated(post);
  return (
    <>
      <h1 lang={langOf(texts.title)}>{texts.title}</h1>
      {button}
      <p>{texts.description}</p>
      {markOf('description')}
    </>
  );
}

type Availability = Awaited<ReturnType<TranslatorApi['availability']>>;

function stubTranslator(availability: Availability) {
  const model = new EventTarget();
  const destroy = vi.fn();
  const create = vi.fn<TranslatorApi['create']>(async ({ monitor, sourceLanguage, targetLanguage }) => {
    monitor(model);
    return {
      translate: async (text) => `${sourceLanguage} to ${targetLanguage}: ${text.length}`,
      destroy,
    };
  });
  vi.stubGlobal('Translator', { availability: async () => availability, create });
  return { create, destroy, model };
}

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLocale('en');
});

const translateButton = () => screen.findByRole('button', { name: 'Translate' });

it('shows the translation, marked as one of the device, and the original again', async () => {
  const { create, destroy } = stubTranslator('available');
  renderPart(() => <Post />);
  await userEvent.click(await translateButton());
  await screen.findByRole('heading', { name: 'hi to en: 11' });
  expect(screen.getByText(`hi to en: ${wheat.description.length}`)).toBeTruthy();
  expect(screen.getByRole('heading').lang).toBe('en');
  expect(screen.getByRole('status').textContent).toBe('Translated on this device');
  expect(screen.getAllByText('Translated on this device')).toHaveLength(2);
  expect([create.mock.calls.length, destroy.mock.calls.length]).toEqual([1, 1]);

  await userEvent.click(screen.getByRole('button', { name: 'Show original' }));
  expect(screen.getByRole('heading', { name: wheat.title }).lang).toBe('hi');
  expect(screen.queryByText('Translated on this device')).toBeNull();
});

it('marks no text that was not translated', async () => {
  stubTranslator('available');
  renderPart(() => <Post post={{ ...wheat, description: 'Clean and dry.' }} />);
  await userEvent.click(await translateButton());
  await screen.findByRole('heading', { name: 'hi to en: 11' });
  expect(screen.getAllByText('Translated on this device')).toEqual([screen.getByRole('status')]);
});

it('ends the download when the reader leaves the post, and says nothing', async () => {
  const { create } = stubTranslator('downloadable');
  create.mockImplementation(
    ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  function Screen() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {isOpen && <Post />}
        <button type="button" onClick={() => setOpen(false)}>
          Leave
        </button>
      </>
    );
  }
  renderPart(() => <Screen />);
  await userEvent.click(await translateButton());
  const { signal } = create.mock.calls[0]![0];
  expect(signal.aborted).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(signal.aborted).toBe(true);
  expect(toasts()).toEqual([]);
});

it('shows how much of the language is downloaded', async () => {
  const { create, model } = stubTranslator('downloadable');
  let finish = () => {};
  const downloaded = new Promise<void>((resolve) => (finish = resolve));
  const atOnce = create.getMockImplementation()!;
  create.mockImplementation(async (options) => {
    const translator = await atOnce(options);
    await downloaded;
    return translator;
  });
  renderPart(() => <Post />);
  await userEvent.click(await translateButton());
  expect(screen.getByRole('status').textContent).toBe('Translating…');
  act(
    () => void model.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.4, total: 1 })),
  );
  expect(screen.getByRole('status').textContent).toBe('Downloading the language…');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  act(() => finish());
  await screen.findByRole('heading', { name: 'hi to en: 11' });
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('says that it failed, and may be tried again', async () => {
  const { create } = stubTranslator('available');
  create.mockRejectedValueOnce(new DOMException('No space', 'NotSupportedError'));
  renderPart(() => <Post />);
  await userEvent.click(await translateButton());
  await vi.waitFor(() => expect(toasts()).toEqual(['The text could not be translated. Please try again.']));
  expect(screen.getByRole('heading', { name: wheat.title })).toBeTruthy();
  await userEvent.click(await translateButton());
  await screen.findByRole('heading', { name: 'hi to en: 11' });
});

it('offers nothing where the browser cannot translate the language', async () => {
  stubTranslator('unavailable');
  const availability = vi.spyOn(
    (globalThis as unknown as { Translator: TranslatorApi }).Translator,
    'availability',
  );
  renderPart(() => <Post />);
  await vi.waitFor(() =>
    expect(availability).toHaveBeenCalledWith({ sourceLanguage: 'hi', targetLanguage: 'en' }),
  );
  await act(() => availability.mock.results[0]!.value);
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers nothing in a browser without a translator', async () => {
  const client = renderPart(() => <Post />);
  expect(client.getQueryState(['module', 'translate'])?.fetchStatus).toBe('idle');
  expect(screen.queryByRole('button')).toBeNull();
});

it('drops the translation when the reader changes the language, and needs none for what they read', async () => {
  stubTranslator('available');
  renderPart(() => <Post />);
  await userEvent.click(await translateButton());
  await screen.findByRole('heading', { name: 'hi to en: 11' });
  await act(() => setLocale('hi'));
  expect(screen.getByRole('heading', { name: wheat.title })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('ends the other translator when one of two languages failed', async () => {
  const { create, destroy } = stubTranslator('available');
  const succeed = create.getMockImplementation()!;
  create.mockRejectedValueOnce(new DOMException('No space', 'NotSupportedError'));
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  create.mockImplementationOnce((options) => arrival.then(() => succeed(options)));
  renderPart(() => <Post post={{ ...wheat, description: 'கோதுமை நன்றாக உள்ளது' }} />);
  await userEvent.click(await translateButton());
  await vi.waitFor(() => expect(create.mock.calls[1]![0].signal.aborted).toBe(true));
  arrive();
  await vi.waitFor(() => expect(destroy).toHaveBeenCalledTimes(1));
});
