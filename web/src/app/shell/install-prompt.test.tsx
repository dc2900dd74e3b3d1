// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../../test/stub-server.tsx';
import { InstallPrompt } from './install-prompt.tsx';
import { installEvent, mayOfferInstall, watchInstall } from './install.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  installEvent.set(undefined);
});
afterEach(cleanup);

function visit(): void {
  sessionStorage.clear();
  watchInstall();
}

function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => ({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { prompt, event };
}

const add = () => screen.getByRole('button', { name: 'Add' });

it('asks from the second visit on, when the browser can install', async () => {
  visit();
  expect(mayOfferInstall()).toBe(false);
  watchInstall();
  expect(mayOfferInstall()).toBe(false);
  visit();
  expect(mayOfferInstall()).toBe(true);
  renderPart(() => <InstallPrompt />);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  const { prompt, event } = offer('accepted');
  expect(event.defaultPrevented).toBe(true);
  await userEvent.click(add());
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it.each(['Not now', 'Add'])('does not ask again after “%s” was followed by a refusal', async (name) => {
  visit();
  visit();
  renderPart(() => <InstallPrompt />);
  offer('dismissed');
  await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  visit();
  expect(mayOfferInstall()).toBe(false);
});
