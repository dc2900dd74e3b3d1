// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearChat } from '#chat/messages/chat-storage.ts';
import { closeSendQueue } from '#chat/messages/conversations.ts';
import { offeredPost, testOffer, testRound } from '../../../test/offers.ts';
import { FakeLink } from '../../../test/fake-link.tsx';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { fieldMessages } from '../../../test/texts.ts';
import { storeDraft } from './drafts.ts';
import { sheetsQuery } from './lazy-sheet.tsx';
import { MakeOffer } from './make-offer.tsx';
import { valuesOfTerms, type TermsValues } from './terms-values.ts';

vi.mock('@tanstack/react-router', () => ({ Link: FakeLink }));
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};

const sent = 'GET /api/v1/offers?box=sent&status=open';
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  clearChat();
  server = stubServer();
  server.succeed('GET /api/v1/post/p1', offeredPost);
  server.succeed(sent, [], { page: { nextCursor: null } });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
  closeSendQueue();
});

const bodies = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function openForm() {
  renderPart(() => <MakeOffer postId="p1">Make an offer</MakeOffer>, { _id: 'anita' });
  await press('Make an offer');
  await screen.findByRole('textbox', { name: 'Quantity' });
  await choose('quintal');
}
/** Chooses the initial options, which happy-dom does not. */
async function choose(unit: string) {
  await userEvent.selectOptions(field('Unit'), unit);
  await userEvent.selectOptions(field('Price unit'), 'per quintal');
  await userEvent.selectOptions(field('Valid for'), '3');
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};

it('starts with all that the post has at its price, beside the mandi price, with the exact total', async () => {
  await openForm();
  expect([field('Quantity').value, field('Price').value]).toEqual(['40', '2100']);
  expect(field('Buyer picks up').checked).toBe(true);
  screen.getByText(/5% above mandi price/);
  screen.getByText('₹84,000');
  await type('Quantity', '१२.५');
  await type('Price', '₹2,345.65');
  await screen.findByText('₹29,320.63');
  await userEvent.selectOptions(field('Unit'), 'tonne');
  await screen.findByText('₹2,93,206.25');
  await userEvent.selectOptions(field('Unit'), 'bag');
  await screen.findByText(fieldMessages.unitsDiffer);
  await press('Send offer');
  await waitFor(() => expect(field('Price unit').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(fieldMessages.unitsDiffer)).toHaveLength(1);
});

it('reads out the total when the typing pauses, not at every key', async () => {
  await openForm();
  const said: string[] = [];
  const status = screen.getByText('₹84,000').closest('[role=status]')!;
  new MutationObserver(() => said.push(status.textContent)).observe(status, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  await type('Price', '2345');
  await screen.findByText('₹93,800');
  expect(said).toEqual(['Total ₹93,800']);
});

it('sends what was typed in any digits, once, and shows wrong input at its field', async () => {
  server.succeed('POST /api/v1/offers', testOffer());
  await openForm();
  await type('Quantity', 'some');
  await type('Price', '0');
  await press('Send offer');
  await screen.findByText(fieldMessages.quantityInvalid);
  screen.getByText(fieldMessages.targetPriceInvalid);
  expect(bodies('POST /api/v1/offers')).toEqual([]);
  await type('Quantity', '२०');
  await type('Price', '₹ 2,100');
  await userEvent.click(field('Seller delivers'));
  await userEvent.selectOptions(field('Valid for'), '14');
  await userEvent.type(screen.getByLabelText(/Note/), 'This week');
  await press('Send offer');
  await waitFor(() =>
    expect(bodies('POST /api/v1/offers')).toMatchObject([
      {
        postId: 'p1',
        quantity: 20,
        unit: 'quintal',
        price: 2100,
        priceUnit: 'per quintal',
        delivery: 'delivered',
        validDays: 14,
        note: 'This week',
        clientId: expect.any(String) as string,
      },
    ]),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

const label = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));

it('has more terms behind a fold, which opens for an error in it', async () => {
  server.succeed('POST /api/v1/offers', testOffer());
  await openForm();
  const fold = screen.getByText('More terms').closest('details')!;
  expect(fold.open).toBe(false);
  await userEvent.click(screen.getByText('More terms'));
  const pickupDate = writeDay(dayInIndia() + 2);
  fireEvent.change(label('Pickup date'), { target: { value: pickupDate } });
  await userEvent.type(label('Bags'), '४००');
  await userEvent.type(label('Advance'), '₹84,001');
  fold.open = false;
  await press('Send offer');
  await screen.findByText(fieldMessages.advanceTooHigh);
  expect(fold.open).toBe(true);
  await userEvent.clear(label('Advance'));
  await userEvent.type(label('Advance'), '₹10,000');
  await userEvent.click(field('Seller delivers'));
  label('Delivery date');
  await press('Send offer');
  await waitFor(() =>
    expect(bodies('POST /api/v1/offers')).toMatchObject([{ pickupDate, bags: 400, advance: 10_000 }]),
  );
});

it('restores a draft of an earlier version, which had no more terms', async () => {
  const { pickupDate: _, bags: __, advance: ___, ...old } = valuesOfTerms({ ...testRound(), quantity: 7 });
  storeDraft('anita', 'p1', old as TermsValues);
  server.succeed('POST /api/v1/offers', testOffer());
  await openForm();
  expect(field('Quantity').value).toBe('7');
  await press('Send offer');
  await waitFor(() =>
    expect(bodies('POST /api/v1/offers')).toMatchObject([
      { quantity: 7, pickupDate: null, bags: null, advance: null },
    ]),
  );
});

it('restores what was typed after the sheet was closed, until it is sent', async () => {
  server.succeed('POST /api/v1/offers', testOffer());
  await openForm();
  await type('Quantity', '7');
  await press('Close');
  await press('Make an offer');
  await waitFor(() => expect(field('Quantity').value).toBe('7'));
  await choose('quintal');
  await press('Send offer');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Make an offer');
  await waitFor(() => expect(field('Quantity').value).toBe('40'));
});

it('shows the open offer for the post instead of a form, with a link to the conversation', async () => {
  server.forget(sent);
  server.succeed(sent, [testOffer()], { page: { nextCursor: null } });
  renderPart(() => <MakeOffer postId="p1">Make an offer</MakeOffer>, { _id: 'anita' });
  await press('Make an offer');
  await screen.findByText(/You already have an open offer for this post/);
  screen.getByRole('article', { name: 'Offer for Sharbati wheat' });
  screen.getByRole('link', { name: 'Open the conversation' });
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says that the form cannot be loaded, and loads it with the next press', async () => {
  vi.spyOn(sheetsQuery, 'queryFn').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  renderPart(() => <MakeOffer postId="p1">Make an offer</MakeOffer>, { _id: 'anita' });
  await press('Make an offer');
  await waitFor(() => expect(toasts()).toContain('Network error. Please check your connection.'));
  await press('Make an offer');
  await screen.findByRole('textbox', { name: 'Quantity' });
});

it.each([
  [undefined, true],
  [{ saveData: false, effectiveType: '3g' }, true],
  [{ saveData: true, effectiveType: '4g' }, false],
  [{ saveData: false, effectiveType: 'slow-2g' }, false],
])('loads the form when idle, but not with Save-Data or on 2G: %j', async (connection, isLoaded) => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  vi.stubGlobal('navigator', { ...navigator, connection });
  const client = renderPart(() => <MakeOffer postId="p1">Make an offer</MakeOffer>, { _id: 'anita' });
  await screen.findByRole('button', { name: 'Make an offer' });
  expect(client.getQueryState(sheetsQuery.queryKey) !== undefined).toBe(isLoaded);
});

it('has no form for a post that is sold out', async () => {
  server.forget('GET /api/v1/post/p1');
  server.succeed('GET /api/v1/post/p1', { ...offeredPost, isAvailable: false });
  renderPart(() => <MakeOffer postId="p1">Make an offer</MakeOffer>, { _id: 'anita' });
  await press('Make an offer');
  await screen.findByText(/sold out or no longer available/);
});
