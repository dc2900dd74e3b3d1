// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { Contact } from './contact.tsx';

const key = 'POST /api/v1/users/user/asha/contact';
const hiddenText = 'This person has hidden their contact details. Please use chat instead.';
const contact = { phone: '9876543210', whatsapp: '9123456780', email: 'asha@upaj.example', isHidden: false };
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('contact', () => {
  const toggle = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

  it('is fetched when first shown, and only then', async () => {
    server.succeed(key, contact);
    renderPart(() => <Contact username="asha" />);
    expect(server.calls).toEqual([]);
    await toggle('Show Contact');
    await waitFor(() =>
      expect(links()).toEqual([
        'tel:+919876543210',
        'https://wa.me/919123456780',
        'mailto:asha@upaj.example',
      ]),
    );
    await toggle('Hide Contact');
    expect(links()).toEqual([]);
    await toggle('Show Contact');
    expect(links()).toHaveLength(3);
    expect(server.calls).toHaveLength(1);
  });

  it('is not fetched when its owner hides it', async () => {
    renderPart(() => <Contact username="asha" isHidden />);
    await toggle('Show Contact');
    await screen.findByText(hiddenText);
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['hidden meanwhile', () => server.refuse(key, 'CONTACT_HIDDEN'), hiddenText],
    [
      'too many requests',
      () => server.refuse(key, 'TOO_MANY_REQUESTS'),
      'Too many attempts. Please wait a while and try again.',
    ],
    ['lost connection', () => server.loseConnection(key), 'Network error. Please check your connection.'],
  ])('shows why there is none: %s', async (_, prepare, message) => {
    prepare();
    renderPart(() => <Contact username="asha" />);
    await toggle('Show Contact');
    await screen.findByText(message);
  });

  it('is retried when it is shown again', async () => {
    server.loseConnection(key);
    server.succeed(key, contact);
    renderPart(() => <Contact username="asha" />);
    await toggle('Show Contact');
    await screen.findByText('Network error. Please check your connection.');
    await toggle('Hide Contact');
    await toggle('Show Contact');
    await waitFor(() => expect(links()).toHaveLength(3));
  });
});
