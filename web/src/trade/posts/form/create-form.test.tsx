// @vitest-environment happy-dom
/* oxlint-disable max-lines -- one form behind one set of fakes */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { errors } from '@upaj/contract/errors';
import { userEvent } from '@testing-library/user-event';
import { fakeKeyRange } from '../../../../test/idb-keyval.ts';
import { fieldMessages, messageOf } from '../../../../test/texts.ts';
import type { Account } from '@upaj/contract/people/profiles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '#app/query-client.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { CreateForm } from './create-form.tsx';

const { kept, toasts, sent, navigate, answers, consents, choices } = vi.hoisted(() => ({
  kept: new Map<string, unknown>(),
  toasts: [] as string[],
  sent: [] as { form: FormData; key: string | undefined }[],
  navigate: vi.fn<(to: object) => void>(),
  answers: [] as (object | 'lost connection')[],
  consents: [] as boolean[],
  choices: [] as string[],
}));
vi.stubGlobal('IDBKeyRange', fakeKeyRange);
vi.mock('idb-keyval', async () => (await import('../../../../test/idb-keyval.ts')).fakeIdbKeyval(kept));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate, Link: () => null }));
vi.mock('#ui/toast/toast.ts', () => ({
  toast: { success: (text: string) => toasts.push(text), error: (text: string) => toasts.push(text) },
}));
vi.mock('#ui/confirm.tsx', () => ({
  confirm: async () => consents.shift() ?? true,
  choose: async () => choices.shift(),
}));
vi.mock('#lib/images/image-compression.ts', () => ({
  shrinkImage: async (file: File) => {
    if (file.name.startsWith('damaged')) throw new ImageCompressionError('unreadable');
    return file;
  },
}));
vi.mock('#lib/upload.ts', () => ({
  upload: async ({ form, headers }: { form: FormData; headers: Record<string, string> }) => {
    sent.push({ form, key: headers['idempotency-key'] });
    const answer = answers.shift();
    if (!answer || answer === 'lost connection') throw new Error('No answer');
    return { status: 'success' in answer && answer.success ? 201 : 409, text: JSON.stringify(answer) };
  },
}));

const made = { success: true, message: 'made', data: { _id: 'post-1' } };
const refusal = (code: keyof typeof errors, fields: object[] = []) => {
  return { success: false, code, message: messageOf(code), errors: fields };
};
const place = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna', village: 'Rampur', pincode: '141401' };
const nowhere = { state: '', district: '', city: '', village: '', pincode: '' };
const filled = {
  title: 'Sharbati wheat',
  description: 'Clean',
  price: '31.50',
  quantity: '40',
  shelLife: '6 months',
};

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: null }));
  kept.clear();
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
  for (const list of [toasts, sent, answers, consents, choices]) list.length = 0;
  navigate.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  vi.useRealTimers();
});

async function open(address = nowhere) {
  const view = render(
    <QueryClientProvider client={makeQueryClient()}>
      <CreateForm user={{ _id: 'asha', address } as Account} />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'Create Post' });
  return view;
}

function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  if (!found) throw new Error(`No field ${name}`);
  return found;
}

function type(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } });
}

async function pick(...files: File[]): Promise<void> {
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files);
}

const photo = (name = 'a.jpg') => new File(['abc'], name, { type: 'image/jpeg' });

async function submitAndRead(): Promise<string | undefined> {
  await submit();
  await waitFor(() => expect(toasts).not.toEqual([]));
  return toasts.pop();
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Post' }));

async function openFilled(): Promise<void> {
  await open();
  type({ ...place, ...filled, category: 'Grains', cropType: 'Wheat' });
  await pick(photo());
  await waitFor(() => expect(document.querySelectorAll('ol img')).toHaveLength(1));
}

describe('required fields', () => {
  const order = [
    ['title', 'Title is required', 'Wheat'],
    ['description', 'Description is required', 'Clean'],
    ['price', 'Price is required', '31.50'],
    ['category', 'Category is required', 'Grains'],
    ['cropType', 'Crop Type is required', 'Wheat'],
    ['quantity', 'Quantity is required', '40 quintal'],
    ['state', 'State is required', 'Punjab'],
    ['district', 'District is required', 'Ludhiana'],
    ['city', 'City is required', 'Khanna'],
    ['village', 'Village is required', 'Rampur'],
    ['pincode', 'Pincode is required', '141401'],
    ['shelLife', 'Shelf Life is required', '6 months'],
  ] as const;

  it('are reported one after the other in their order, then the images', async () => {
    await open();
    for (const [name, message, value] of order) {
      expect(await submitAndRead()).toBe(message);
      expect(document.activeElement).toBe(field(name));
      type({ [name]: value });
    }
    expect(await submitAndRead()).toBe('At least one product image is required');
    expect(document.activeElement).toBe(document.querySelector('input[type=file]'));
    expect(sent).toHaveLength(0);
  });

  it('show all their messages together', async () => {
    await open();
    await submitAndRead();
    for (const [, message] of order) screen.getByText(message);
    screen.getByText('At least one product image is required');
  });
});

it.each([
  ['price', '-1', fieldMessages.priceInvalid],
  ['price', '99999999999', fieldMessages.priceTooHigh],
  ['originalPrice', '1.234', fieldMessages.priceInvalid],
  ['originalPrice', '31', fieldMessages.originalPriceLow],
  ['pincode', '12345', fieldMessages.pincodeInvalid],
])('shows the error of %s "%s"', async (name, value, message) => {
  await openFilled();
  type({ [name]: value });
  expect(await submitAndRead()).toBe(message);
});

it('suggests category and unit with a crop, and does not change a choice', async () => {
  await open();
  type({ cropType: 'गेहूं' });
  expect([field('category').value, field('priceUnit').value]).toEqual(['Grains', 'per quintal']);
  type({ cropType: 'Tomato' });
  expect(field('category').value).toBe('Vegetables');
  type({ category: 'Seeds', cropType: '' });
  type({ cropType: 'Wheat' });
  expect(field('category').value).toBe('Seeds');
});

it('offers the districts of the state and resets one of another', async () => {
  await open(place);
  type({ state: 'Goa' });
  expect(field('district').value).toBe('');
  expect(within(field('district')).getAllByRole('option').length).toBeGreaterThan(2);
});

it('adds tags in lower case, each once, and removes them', async () => {
  await open();
  await userEvent.type(field('tags'), '  Fresh {Enter}');
  await userEvent.type(field('tags'), 'FRESH{Enter}');
  await userEvent.clear(field('tags'));
  await userEvent.type(field('tags'), 'mandi');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove tag fresh' }));
  expect(toasts).toEqual(['Tag added', 'Tag already exists', 'Tag added', 'Tag removed']);
  screen.getByText('#mandi');
});

it('adds, moves and removes photos and announces it', async () => {
  await open();
  const large = photo('large.jpg');
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 });
  await pick(photo('a.jpg'), large, photo('b.jpg'));
  expect(toasts).toEqual([
    '2 image(s) added successfully\nFile large.jpg is too large. Maximum size is 10MB.',
  ]);
  await waitFor(() => expect(document.querySelectorAll('ol img')).toHaveLength(2));
  const later = screen.getByRole('button', { name: 'Move photo 1 later' });
  await userEvent.click(later);
  screen.getByText('Photo 1 is now photo 2 of 2');
  expect(document.activeElement).toBe(later);
  expect(within(screen.getAllByRole('listitem')[0]!).getByText('Cover')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  expect(toasts.pop()).toBe('Image removed');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('marks a damaged photo in its place, and does not send it', async () => {
  await openFilled();
  await pick(photo('damaged.jpg'));
  await within(screen.getAllByRole('listitem')[1]!).findByText(fieldMessages.imageInvalid);
  answers.push(made);
  await submit();
  await screen.findByText('Your post is live');
  expect(sent[0]?.form.getAll('images')).toHaveLength(1);
});

it('sends the contract’s fields and opens the home page a moment later', async () => {
  await openFilled();
  type({ price: '३१.५०', pincode: '141 401' });
  answers.push(made);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await submit();
  await screen.findByText('Your post is live');
  expect(toasts.pop()).toBe('Post created successfully! 🎉');
  const { form } = sent[0]!;
  const expected = {
    price: '31.50',
    pincode: '141401',
    cropType: 'Wheat',
    priceUnit: 'per kg',
    isOrganic: 'false',
  };
  for (const [name, value] of Object.entries(expected)) expect(form.get(name)).toBe(value);
  expect(form.getAll('images')).toHaveLength(1);
  expect(navigate).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(navigate).toHaveBeenCalledWith({ to: '/' });
});

it('requires confirmation before it sends a price far from the mandi price', async () => {
  const data = { rateId: '7', market: 'Khanna', modalPrice: 2800, arrivalDate: '2026-11-20', distanceKm: 0 };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data }));
  await openFilled();
  type({ price: '280' });
  consents.push(false);
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(field('price')));
  expect([sent.length, consents.length]).toEqual([0, 0]);
  answers.push(made);
  await submit();
  await screen.findByText('Your post is live');
});

it('preserves everything without a connection', async () => {
  await openFilled();
  answers.push('lost connection');
  await submit();
  await waitFor(() => expect(toasts.at(-1)).toBe('Network error. Please check your connection.'));
  expect(field('title').value).toBe('Sharbati wheat');
});

it('preserves everything after a refusal, and retries under the same key', async () => {
  await openFilled();
  answers.push(refusal('TOO_MANY_REQUESTS'), made);
  await submit();
  await waitFor(() => expect(toasts.at(-1)).toBe(messageOf('TOO_MANY_REQUESTS')));
  expect(field('title').value).toBe('Sharbati wheat');
  await submit();
  await screen.findByText('Your post is live');
  cleanup();

  await openFilled();
  answers.push(made);
  await submit();
  await screen.findByText('Your post is live');
  const keys = sent.map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it.each([
  [true, [[{ to: '/settings' }]]],
  [false, []],
])('leads to the settings when the account needs another proof: %s', async (consent, opened) => {
  answers.push(refusal('PROOF_NEEDED'));
  consents.push(consent);
  await openFilled();
  toasts.length = 0;
  await submit();
  await waitFor(() => expect(consents).toEqual([]));
  await waitFor(() => expect(navigate.mock.calls).toEqual(opened));
  expect(toasts).toEqual([]);
  expect(field('title').value).toBe('Sharbati wheat');
});

it('names the photo that the server refuses in its place, and sends the others after that', async () => {
  await openFilled();
  await pick(photo('wheat.jpg'), photo('field.heic'));
  await waitFor(() => expect(document.querySelectorAll('ol img')).toHaveLength(3));
  answers.push(
    refusal('INVALID_INPUT', [{ field: 'images', key: 'imageTooHeavy', message: '', number: 3 }]),
    made,
  );
  await submit();
  await waitFor(() => expect(toasts.at(-1)).toBe(`field.heic: ${fieldMessages.imageTooHeavy}`));
  within(screen.getAllByRole('listitem')[2]!).getByText(fieldMessages.imageTooHeavy);
  await submit();
  await screen.findByText('Your post is live');
  const names = sent
    .at(-1)
    ?.form.getAll('images')
    .map((file) => (file as File).name);
  expect(names).toEqual(['a.jpg', 'wheat.jpg']);
});

it.each([
  ['at the switch', refusal('TOO_MANY_FEATURED'), messageOf('TOO_MANY_FEATURED')],
  [
    'at the photos',
    refusal('INVALID_INPUT', [{ field: 'images', key: 'imageInvalid', message: '' }]),
    fieldMessages.imageInvalid,
  ],
  ['without a word from the server', { success: false }, 'Failed to create post'],
])('shows the server’s error: %s', async (_where, answer, message) => {
  await openFilled();
  answers.push(answer);
  await submit();
  await waitFor(() => expect(toasts.at(-1)).toBe(message));
});

it('restores a draft and starts again', async () => {
  await openFilled();
  cleanup();
  await waitFor(() => expect(kept.has('asha/post')).toBe(true));
  await open();
  screen.getByText('Draft restored');
  expect(field('title').value).toBe('Sharbati wheat');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
  await waitFor(() => expect(screen.queryByText('Draft restored')).toBeNull());
  await waitFor(() => expect(field('title').value).toBe(''));
  expect([...kept.keys()]).toEqual([]);
});

it('prepares restored photos that were not ready and reports lost ones', async () => {
  const photos = [
    { id: 'p1', name: 'a.jpg', isReady: false },
    { id: 'p2', name: 'damaged.jpg', isReady: false },
    { id: 'p3', name: 'c.jpg' },
  ];
  kept.set('asha/post', { values: { ...place, ...filled }, photos, idempotencyKey: 'k' });
  for (const { id, name } of photos.slice(0, 2)) kept.set(`asha/photo/${id}`, photo(name));
  await open();
  screen.getByText('1 photo could not be saved. Please choose it again.');
  type({ ...filled, ...place, category: 'Grains', cropType: 'Wheat' });
  await screen.findByText(fieldMessages.imageInvalid);
  answers.push(made);
  await submit();
  await screen.findByText('Your post is live');
  expect(sent[0]?.form.getAll('images')).toHaveLength(1);
});

it('preserves the draft when the user cancels', async () => {
  await openFilled();
  choices.push('closed', 'action');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(navigate).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(toasts.pop()).toBe('Draft saved');
  expect(navigate).toHaveBeenCalledWith({ to: '/' });
});
