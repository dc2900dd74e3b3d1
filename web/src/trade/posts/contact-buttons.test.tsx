// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { ContactButtons } from './contact-buttons.tsx';

const key = 'POST /api/v1/users/user/asha/contact';
const contact = { phone: '9876543210', whatsapp: null, email: 'asha@upaj.example', isHidden: false };
const post = {
  _id: 'p1',
  title: 'Wheat & barley',
  price: 31.5,
  priceUnit: 'per kg',
  location: { district: 'Ludhiana', state: 'Punjab' },
  author: { username: 'asha' },
} as Post;
const text = `Wheat & barley · ₹31.50 per kg · Ludhiana, Punjab\n${window.location.origin}/s/p1`;
const whatsappLink = `https://wa.me/919876543210?text=${encodeURIComponent(text)}`;
let server: ReturnType<typeof stubServer>;
let opened: string[];

beforeEach(() => {
  server = stubServer();
  opened = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.href);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (isContactShown?: boolean) =>
  renderPart(() => <ContactButtons post={{ ...post, isContactShown } as Post} />);
const holdPhone = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isPhone && query.includes('coarse') }));

it.each([
  ['Call', true, ['tel:+919876543210']],
  ['Call', false, []],
  ['WhatsApp', false, [whatsappLink]],
])('%s reveals the number once, and opens it; on a phone: %s', async (name, isPhone, expected) => {
  holdPhone(isPhone);
  const focus = vi.spyOn(HTMLAnchorElement.prototype, 'focus');
  server.succeed(key, contact);
  show(true);
  expect(server.calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name }));
  const call = await screen.findByRole<HTMLAnchorElement>('link', { name: '+91 9876543210 Call' });
  await waitFor(() => expect(opened).toEqual(expected));
  expect(call.href).toBe('tel:+919876543210');
  const whatsapp = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
  expect(whatsapp.href).toBe(whatsappLink);
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  expect(document.activeElement).toBe(name === 'Call' ? call : whatsapp);
  expect(server.calls).toHaveLength(1);
});

it('shows why there is no number, and can be pressed again', async () => {
  holdPhone(true);
  server.refuse(key, 'CONTACT_HIDDEN');
  server.succeed(key, contact);
  show(true);
  await userEvent.click(screen.getByRole('button', { name: 'Call' }));
  await screen.findByText('This person has hidden their contact details. Please use chat instead.');
  expect(opened).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(opened).toEqual(['tel:+919876543210']));
  expect(screen.getByRole('alert').textContent).toBe('');
});

it('is not there when the seller hides it, and waits until that is known', () => {
  show(false);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  show(undefined);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Call' }).disabled).toBe(true);
});
