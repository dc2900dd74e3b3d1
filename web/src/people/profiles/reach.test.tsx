// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PublicProfile } from '@upaj/contract/people/profiles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { Contact } from './contact.tsx';
import { ShareButton } from './own-profile-actions.tsx';

const key = 'POST /api/v1/users/user/asha/contact';
const hiddenText = 'This person has hidden their contact details. Please use chat instead.';
const profile = (isHidden = false) => ({ username: 'asha', contactInfo: { isHidden } }) as PublicProfile;
const contact = { phone: '9876543210', whatsapp: '9123456780', email: 'asha@upaj.example', isHidden: false };
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('contact', () => {
  const toggle = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

  it('is fetched when first shown, and only then', async () => {
    server.succeed(key, contact);
    renderPart(() => <Contact profile={profile()} />);
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
    renderPart(() => <Contact profile={profile(true)} />);
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
    renderPart(() => <Contact profile={profile()} />);
    await toggle('Show Contact');
    await screen.findByText(message);
  });

  it('is retried when it is shown again', async () => {
    server.loseConnection(key);
    server.succeed(key, contact);
    renderPart(() => <Contact profile={profile()} />);
    await toggle('Show Contact');
    await screen.findByText('Network error. Please check your connection.');
    await toggle('Hide Contact');
    await toggle('Show Contact');
    await waitFor(() => expect(links()).toHaveLength(3));
  });
});

describe('share', () => {
  const press = async () => {
    renderPart(() => <ShareButton profile={{ username: 'आशा.r', fullName: 'Asha Rani' }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Share Profile' }));
  };
  const link = () => `${window.location.origin}/user/${encodeURIComponent('आशा.r')}`;

  it('uses the phone’s share dialog', async () => {
    const share = vi.fn<(data: object) => Promise<void>>(async () => {});
    vi.stubGlobal('navigator', { ...navigator, share });
    await press();
    expect(share).toHaveBeenCalledWith({ title: 'Asha Rani on Upaj', url: link() });
    expect(toasts()).not.toContain('Link copied');
  });

  it('shows nothing when the user cancels', async () => {
    const share = () => Promise.reject(new DOMException('', 'AbortError'));
    vi.stubGlobal('navigator', { ...navigator, share });
    await press();
    expect(toasts().join()).not.toContain('could not be copied');
  });

  it('copies the link without a share dialog', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
    vi.stubGlobal('navigator', { share: undefined, clipboard: { writeText } });
    await press();
    await waitFor(() => expect(toasts()).toContain('Link copied'));
    expect(writeText).toHaveBeenCalledWith(link());
  });

  it('shows the link when it cannot be copied either', async () => {
    vi.stubGlobal('navigator', { share: undefined, clipboard: undefined });
    await press();
    await waitFor(() => expect(toasts().join()).toContain(link()));
  });
});
