// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react';
import type { Language } from '@upaj/contract/texts';
import type others from 'virtual:texts/others';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getLocale, readChoice, setLocale } from '#i18n/locale.ts';
import { currentUserQuery, leaveSession } from '#people/users/session.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { AccountLanguage } from './account-language.tsx';

/** The texts of Tamil and Malayalam arrive when this promise resolves. */
const arrival = vi.hoisted(() => ({ current: Promise.resolve() }));
vi.mock('virtual:texts/others', async (original) => {
  const real = (await original<{ default: typeof others }>()).default;
  return {
    default: { ...real, ta: () => arrival.current.then(real.ta), ml: () => arrival.current.then(real.ml) },
  };
});
/** Delays the texts. @returns the function that lets them arrive */
function holdTexts(): () => void {
  let arrive = () => {};
  arrival.current = new Promise((resolve) => (arrive = resolve));
  return arrive;
}

const call = 'PUT /api/v1/users/language';

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer();
  localStorage.clear();
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

/** Shows the language of a browser in which no one has chosen one. */
async function browseIn(locale: Language): Promise<void> {
  await setLocale(locale);
  localStorage.clear();
}
function start(language: Language | null, _id = 'u1') {
  cleanup();
  server.calls.length = 0;
  server.forget(call);
  server.give(call, async () => {
    return Response.json({ success: true, data: server.calls.at(-1)?.body });
  });
  const client = renderPart(() => <AccountLanguage />, { _id, language });
  return Object.assign(() => client.getQueryData(currentUserQuery.queryKey)?.language, { client });
}
const saved = () => server.calls.map(({ body }) => (body as { language: Language }).language);
/** Waits a moment for calls that should not happen, because there is no event to wait for. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

it('saves what a visitor chose, also for an account that has another language', async () => {
  for (const before of [null, 'en'] as const) {
    localStorage.clear();
    await setLocale('hi');
    const languageOf = start(before);
    await waitFor(() => expect(languageOf()).toBe('hi'));
    expect(saved()).toEqual(['hi']);
    expect(getLocale()).toBe('hi');
  }
});

it('shows the account’s language where no one has chosen', async () => {
  await browseIn('en');
  start('hi');
  await waitFor(() => expect(getLocale()).toBe('hi'));
  await settle();
  expect(saved()).toEqual([]);
});

it('takes the browser’s language for an account without one, unless it is English', async () => {
  await browseIn('hi');
  const languageOf = start(null);
  await waitFor(() => expect(languageOf()).toBe('hi'));
  await browseIn('en');
  const languageOfOther = start(null);
  await settle();
  expect([languageOfOther(), saved()]).toEqual([null, []]);
});

it('saves a later change', async () => {
  await setLocale('hi');
  const languageOf = start('hi');
  await settle();
  await setLocale('en');
  await waitFor(() => expect(languageOf()).toBe('en'));
  expect(saved()).toEqual(['en']);
});

it('saves a choice at the next start when saving it failed, and shows no failure', async () => {
  start('en');
  await settle();
  server.forget(call);
  server.loseConnection(call);
  await setLocale('hi');
  await waitFor(() => expect(saved()).toEqual(['hi']));
  const languageOf = start('en');
  await waitFor(() => expect(languageOf()).toBe('hi'));
  expect(saved()).toEqual(['hi']);
});

it('shows what was chosen on another device since', async () => {
  await setLocale('hi');
  const languageOf = start(null);
  await waitFor(() => expect(languageOf()).toBe('hi'));
  start('en');
  await waitFor(() => expect(getLocale()).toBe('en'));
  await settle();
  expect(saved()).toEqual([]);
});

it('does not save one user’s language for the next, who has another', async () => {
  await setLocale('hi');
  const languageOf = start(null);
  await waitFor(() => expect(languageOf()).toBe('hi'));
  const languageOfNext = start('en', 'u2');
  await waitFor(() => expect(getLocale()).toBe('en'));
  await settle();
  expect([languageOfNext(), saved()]).toEqual(['en', []]);
});

it('shows and saves what the user chose while the account’s language was loading', async () => {
  const arrive = holdTexts();
  const languageOf = start('ta');
  await setLocale('en');
  arrive();
  await waitFor(() => expect(languageOf()).toBe('en'));
  await settle();
  expect([getLocale(), readChoice(), saved()]).toEqual(['en', 'en', ['en']]);
});

it('shows and saves what the user chose before the log-in, though its texts arrive later', async () => {
  const arrive = holdTexts();
  const chosen = setLocale('ml');
  const languageOf = start('hi');
  await settle();
  arrive();
  await chosen;
  await waitFor(() => expect(languageOf()).toBe('ml'));
  expect([getLocale(), readChoice(), saved()]).toEqual(['ml', 'ml', ['ml']]);
});

it('does not save one user’s unsaved choice for the next', async () => {
  const { client } = start('en');
  await settle();
  server.forget(call);
  server.loseConnection(call);
  await setLocale('hi');
  await waitFor(() => expect(saved()).toEqual(['hi']));
  leaveSession(client);
  const languageOfNext = start('en', 'u2');
  await waitFor(() => expect(getLocale()).toBe('en'));
  await settle();
  expect([languageOfNext(), saved()]).toEqual(['en', []]);
});

it('does not show one user’s saved language as the next user’s', async () => {
  const { client } = start('en');
  await settle();
  let succeed = () => {};
  const saving = new Promise<void>((resolve) => (succeed = resolve));
  server.forget(call);
  server.give(call, () => saving.then(() => Response.json({ success: true, data: { language: 'hi' } })));
  await setLocale('hi');
  await waitFor(() => expect(saved()).toEqual(['hi']));
  const next = { ...client.getQueryData(currentUserQuery.queryKey)!, _id: 'u2', language: 'en' as const };
  leaveSession(client);
  client.setQueryData(currentUserQuery.queryKey, next);
  succeed();
  await settle();
  expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(next);
});
