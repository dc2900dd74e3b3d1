// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { ShareButton } from './share-button.tsx';

const url = `${window.location.origin}/s/p1`;
const text = 'Wheat & barley · ₹31.50 per kg';

beforeEach(() => void stubServer());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function press(hint?: string) {
  renderPart(() => (
    <ShareButton path="/s/p1" text={text} hint={hint}>
      Share
    </ShareButton>
  ));
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
}
const isSheetOpen = () => screen.queryByRole('dialog') !== null;

it('opens the phone’s list of apps', async () => {
  const share = vi.fn<(data: object) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { ...navigator, share });
  await press();
  expect(share).toHaveBeenCalledWith({ title: text, text, url });
  expect(isSheetOpen()).toBe(false);
});

it('shows nothing more when the user cancels', async () => {
  const share = () => Promise.reject(new DOMException('', 'AbortError'));
  vi.stubGlobal('navigator', { ...navigator, share });
  await press();
  expect(isSheetOpen()).toBe(false);
});

it.each([
  ['without such a list', undefined],
  ['when it does not open', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
])('offers WhatsApp and the link itself %s', async (_, share) => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { share, clipboard: { writeText } });
  await press();
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
  expect(new URL(link.href).searchParams.get('text')).toBe(`${text}\n${url}`);
  expect([link.target, link.rel]).toEqual(['_blank', 'noreferrer']);
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(toasts()).toContain('Link copied'));
  expect(writeText).toHaveBeenCalledWith(url);
  expect(isSheetOpen()).toBe(false);
});

it('shows the link where it cannot be copied', async () => {
  vi.stubGlobal('navigator', { share: undefined, clipboard: undefined });
  await press();
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(toasts().join()).toContain('could not be copied'));
  screen.getByText(url);
});

it('explains first, and then opens the phone’s list', async () => {
  const share = vi.fn<(data: object) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { ...navigator, share });
  await press('For members only');
  screen.getByText('For members only');
  expect(share).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'More apps' }));
  await waitFor(() => expect(isSheetOpen()).toBe(false));
  expect(share).toHaveBeenCalledTimes(1);
});
