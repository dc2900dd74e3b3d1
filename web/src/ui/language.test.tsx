// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type others from 'virtual:texts/others';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readChoice } from '#i18n/locale.ts';
import { LanguageSelect } from './language.tsx';
import { renderPart, stubServer, toasts } from '../../test/stub-server.tsx';
import { useLoaded } from '#lib/use-loaded.ts';

vi.mock('virtual:texts/others', async (original) => {
  const real = (await original<{ default: typeof others }>()).default;
  return { default: { ...real, ta: () => Promise.reject(new TypeError('Failed to fetch')) } };
});

const reload = vi.fn();
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer();
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  cleanup();
  reload.mockClear();
});

const file = `HEAD ${import.meta.url.replace('ui/language.test.tsx', 'lib/reload.ts')}`;
const giveFile = (status: number) => server.give(file, () => new Response(null, { status }));
const asked = () => server.calls.filter(({ key }) => key === file).length;

function Part() {
  const part = useLoaded('missing', () => Promise.reject(new TypeError('Failed to fetch')));
  return <p>{part ? 'loaded' : 'not loaded'}</p>;
}
const chooseTamil = async () =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'ta');

it('loads the page anew in the language that was chosen when the server has a new build', async () => {
  giveFile(404);
  renderPart(() => <LanguageSelect />);
  await chooseTamil();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect([readChoice(), toasts()]).toEqual(['ta', []]);
});

it('says that a language could not be loaded when the build is still there', async () => {
  giveFile(200);
  renderPart(() => <LanguageSelect />);
  await chooseTamil();
  await waitFor(() =>
    expect(toasts()).toEqual(['This language could not be loaded. Please check your connection.']),
  );
  expect([readChoice(), reload.mock.calls]).toEqual([undefined, []]);
});

it('loads the page anew for a part, once', async () => {
  giveFile(404);
  for (const times of [1, 2]) {
    renderPart(() => <Part />);
    await waitFor(() => expect(asked()).toBe(times));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    cleanup();
  }
});

it('does not load the page anew for a part while the server cannot be reached', async () => {
  server.loseConnection(file);
  renderPart(() => <Part />);
  await waitFor(() => expect(asked()).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reload).not.toHaveBeenCalled();
});
