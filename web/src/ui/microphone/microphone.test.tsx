// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { FakeRecognition, hear, stubRecognition } from '../../../test/speech-recognition.ts';
import { renderPart, toasts } from '../../../test/stub-server.tsx';
import { LazyMicrophone } from './lazy-microphone.tsx';

const said: string[] = [];
const show = () => renderPart(() => <LazyMicrophone onSaid={(text) => said.push(text)} />);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  said.length = 0;
  stubRecognition();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLocale('en');
});

it('says first where the voice goes, and only once', async () => {
  hear('onions');
  show();
  await press('Speak');
  await screen.findByRole('dialog', { name: 'Your browser writes down what you say' });
  await press('Cancel');
  expect(FakeRecognition.langs).toEqual([]);
  await press('Speak');
  const [, agree] = await vi.waitFor(() => {
    const buttons = screen.getAllByRole('button', { name: 'Speak', hidden: true });
    expect(buttons).toHaveLength(2);
    return buttons;
  });
  await userEvent.click(agree!);
  await vi.waitFor(() => expect(said).toEqual(['onions']));
  await press('Speak');
  await vi.waitFor(() => expect(said).toEqual(['onions', 'onions']));
});

it('does not ask if the device itself listens, in the language of the app', async () => {
  const available = vi.fn(async () => 'available');
  vi.stubGlobal('SpeechRecognition', Object.assign(FakeRecognition, { available }));
  await setLocale('hi');
  hear('प्याज');
  show();
  await press('बोलें');
  await vi.waitFor(() => expect(said).toEqual(['प्याज']));
  expect(available).toHaveBeenCalledWith({ langs: ['hi-IN'], processLocally: true });
  expect(FakeRecognition.langs).toEqual(['hi-IN']);
});

it('shows that it listens, and Escape and the button stop it', async () => {
  hear(undefined);
  show();
  await press('Speak');
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Listening… Speak now.'));
  const onKey = vi.fn();
  document.body.addEventListener('keydown', onKey);
  await userEvent.keyboard('{Escape}');
  document.body.removeEventListener('keydown', onKey);
  await screen.findByRole('button', { name: 'Speak' });
  expect(screen.getByRole('status').textContent).toBe('');
  expect(onKey).not.toHaveBeenCalled();
  await press('Speak');
  await press('Stop listening');
  await screen.findByRole('button', { name: 'Speak' });
  expect([said, toasts()]).toEqual([[], []]);
});

it.each([
  ['', 'We heard nothing. Please try again, or type it.'],
  ['!no-speech', 'We heard nothing. Please try again, or type it.'],
  [
    '!not-allowed',
    'Your browser may not use the microphone. Allow it in the browser’s settings for this page.',
  ],
  ['!network', 'Speech needs a connection here. Please try again later, or type it.'],
  ['!bad-grammar', 'Your browser could not listen. Please type it.'],
])('says what went wrong after %j', async (says, text) => {
  hear(says);
  show();
  await press('Speak');
  await vi.waitFor(() => expect(toasts()).toContain(text));
  expect(said).toEqual([]);
});

it('is not in a browser that does not recognise speech', async () => {
  vi.unstubAllGlobals();
  show();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByRole('button')).toBeNull();
});
