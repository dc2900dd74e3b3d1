// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Account } from '@upaj/contract/people/profiles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUserQuery, useUser } from '#people/users/session.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { EditProfileButton } from './own-profile-actions.tsx';

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => {} }));

const key = 'PATCH /api/v1/users/profile';
const farmer = {
  _id: 'u1',
  userType: 'farmer',
  fullName: 'Asha Rani',
  avatar: null,
  contact: '9876543210',
  majorProduct: 'Wheat',
  bio: '',
  rating: 0,
  isVerified: false,
  socialStats: { rating: 0, totalReviews: 0, totalPosts: 0 },
  contactInfo: { phone: '9876543210', whatsapp: null, email: 'a@b.in', isHidden: false },
  farmDetails: { farmSize: '5 acres', experience: '', certifications: ['India Organic'] },
  businessDetails: { businessName: 'Rani Farm', specialization: '', experience: '' },
} as unknown as Account;
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

function Part() {
  const user = useUser();
  return user && <EditProfileButton user={user} />;
}
async function open(user = farmer) {
  const client = renderPart(() => <Part />, user);
  await userEvent.click(screen.getByRole('button', { name: 'Edit Profile' }));
  await screen.findByRole('dialog');
  return client;
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const dialog = () => screen.queryByRole('dialog', { name: 'Edit Profile' });

it('sends changed and unchanged fields, and shows them everywhere', async () => {
  server.succeed(key, { ...farmer, fullName: 'Asha Devi', bio: 'Third generation' });
  const client = await open();
  client.setQueryData(postKeys.lists, {
    pages: [{ data: [{ _id: 'p1', author: { _id: 'u1', fullName: 'Asha Rani' } }] }],
    pageParams: [],
  });
  type('Full name', ' Asha Devi ');
  type(/^About you/, 'Third generation');
  type(/^WhatsApp/, '9123456780');
  type(/^Certifications/, 'FSSAI');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove India Organic' }));
  await save();
  await waitFor(() => expect(toasts()).toContain('Profile updated'));
  expect(dialog()).toBeNull();
  expect(server.calls).toEqual([
    {
      key,
      body: {
        fullName: 'Asha Devi',
        majorProduct: 'Wheat',
        bio: 'Third generation',
        contactInfo: { phone: '9876543210', whatsapp: '9123456780' },
        businessDetails: { businessName: 'Rani Farm', specialization: '', experience: '' },
        farmDetails: { farmSize: '5 acres', certifications: ['FSSAI'] },
      },
    },
  ]);
  expect(client.getQueryData(currentUserQuery.queryKey)?.fullName).toBe('Asha Devi');
  expect(JSON.stringify(client.getQueryData(postKeys.lists))).toContain('Asha Devi');
});

it('has fields for a business and none for a farm for a merchant', async () => {
  server.succeed(key, farmer);
  await open({ ...farmer, userType: 'merchant' });
  expect(screen.getByLabelText(/^Business name/)).toBeTruthy();
  expect(screen.queryByLabelText(/^Farm/)).toBeNull();
  await save();
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(server.calls[0]?.body).not.toHaveProperty('farmDetails');
});

describe('shows errors at the field', () => {
  it.each([
    ['Full name', '', 'Full name is required'],
    ['Full name', 'A', 'Name must be at least 2 characters'],
    ['Phone', '', 'Contact number is required'],
    ['Phone', '12345', 'Please enter a valid 10-digit mobile number'],
    [/^WhatsApp/, '12345', 'Please enter a valid 10-digit mobile number'],
  ])('%s: %j', async (name, value, message) => {
    await open();
    type(name, value);
    await save();
    const text = await screen.findByText(message);
    expect(field(name).getAttribute('aria-describedby')).toContain(text.id);
    expect(server.calls).toEqual([]);
  });

  it('from the server, and preserves the form', async () => {
    server.refuse(key, 'INVALID_INPUT', { fields: { 'contactInfo.phone': 'contactInvalid' } });
    await open();
    type(/^About you/, 'Long story');
    await save();
    await screen.findByText('Please enter a valid 10-digit mobile number');
    expect(document.activeElement).toBe(field('Phone'));
    expect(field(/^About you/).value).toBe('Long story');
  });
});

it('preserves the form when the connection is lost, and sends it again', async () => {
  server.loseConnection(key);
  server.succeed(key, farmer);
  await open();
  type(/^About you/, 'Long story');
  await save();
  await screen.findByText('Network error. Please check your connection.');
  expect(field(/^About you/).value).toBe('Long story');
  await save();
  await waitFor(() => expect(dialog()).toBeNull());
});

describe('closing', () => {
  const close = () => userEvent.click(screen.getByRole('button', { name: 'Close' }));

  it('needs no confirmation without changes', async () => {
    await open();
    await close();
    expect(dialog()).toBeNull();
  });

  it('needs a confirmation after changes', async () => {
    await open();
    type(/^About you/, 'Long story');
    await close();
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(field(/^About you/).value).toBe('Long story');
    await userEvent.click(within(dialog()!).getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(dialog()).toBeNull());
  });
});

describe('certifications', () => {
  it.each([
    ['one that is there', 'india organic', [], 'This certification is already in the list'],
    ['an eleventh', 'k', [...'abcdefghij'], 'You can add at most 10 certifications'],
  ])('refuse %s', async (_, typed, there, message) => {
    const { farmDetails } = farmer;
    const user = there.length
      ? { ...farmer, farmDetails: { ...farmDetails, certifications: there } }
      : farmer;
    await open(user);
    await userEvent.type(field(/^Certifications/), `${typed}{Enter}`);
    await screen.findByText(message);
    expect(dialog()).not.toBeNull();
  });

  it('include typed text that was not added when the form is sent', async () => {
    server.succeed(key, farmer);
    await open();
    await userEvent.type(field(/^Certifications/), 'GlobalGAP');
    await save();
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(server.calls[0]?.body).toMatchObject({
      farmDetails: { certifications: ['India Organic', 'GlobalGAP'] },
    });
  });
});
