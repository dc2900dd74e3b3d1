// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { upiLink } from '@upaj/contract/deals/upi';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { exampleDeal } from '../../../test/deals.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { PayByUpi } from './pay-by-upi.tsx';
import { UpiCard } from './upi-card.tsx';

const open = 'POST /api/v1/deals/d1/upi';
const upiId = 'gurpreet.singh@oksbi';
const payment = {
  upiId,
  payeeName: 'Gurpreet Singh',
  amount: '53822.75',
  link: upiLink({ upiId, payeeName: 'Gurpreet Singh', amount: '53822.75', dealNumber: '4821 3097' }),
};
const onPaid = vi.fn<() => void>();
let server: ReturnType<typeof stubServer>;

beforeEach(async () => {
  server = stubServer();
  await Promise.all([loadTexts('deals'), loadTexts('settings')]);
  onPaid.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function usePointer(kind: 'coarse' | 'fine', isNarrow = true): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(kind) && (isNarrow || !query.includes('max-width')),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

async function openSheet() {
  renderPart(() => <PayByUpi deal={exampleDeal()} isEarly={false} onPaid={onPaid} />);
  expect(server.calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Pay by UPI' }));
  return screen.findByRole('dialog');
}

it('opens the phone’s own app with the exact amount, and leaves the confirmation to the buyer', async () => {
  usePointer('coarse');
  server.succeed(open, payment);
  const sheet = await openSheet();
  for (const part of ['Gurpreet Singh', upiId, '₹53,822.75', '4821 3097', 'compare the name'])
    expect(sheet.textContent).toContain(part);
  expect(within(sheet).getByRole('link', { name: 'Open my UPI app' }).getAttribute('href')).toBe(
    'upi://pay?pa=gurpreet.singh@oksbi&pn=Gurpreet%20Singh&am=53822.75&cu=INR&tn=Upaj%204821%203097',
  );
  expect(onPaid).not.toHaveBeenCalled();
  await userEvent.click(within(sheet).getByRole('button', { name: 'I have paid' }));
  expect(onPaid).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows a QR code on a desktop', async () => {
  usePointer('fine');
  server.succeed(open, payment);
  const sheet = await openSheet();
  await within(sheet).findByRole('img', { name: 'QR code to pay ₹53,822.75 to gurpreet.singh@oksbi' });
  expect(within(sheet).queryByRole('link')).toBeNull();
});

it('shows both on a tablet, which may have no UPI app', async () => {
  usePointer('coarse', false);
  server.succeed(open, payment);
  const sheet = await openSheet();
  await within(sheet).findByRole('img', { name: /^QR code/ });
  within(sheet).getByRole('link', { name: 'Open my UPI app' });
});

it.each([
  ['100000.00', false],
  ['100000.01', true],
])('says for ₹%s that the bank may refuse it: %s', async (amount, isSaid) => {
  usePointer('coarse');
  server.succeed(open, { ...payment, amount });
  const sheet = await openSheet();
  expect(sheet.textContent.includes('UPI payments of more than ₹1,00,000')).toBe(isSaid);
});

it('copies the UPI ID, and says so in the sheet, above which no toast is seen', async () => {
  usePointer('coarse');
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  writeText.mockRejectedValueOnce(new DOMException('Denied', 'NotAllowedError'));
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  server.succeed(open, payment);
  const sheet = await openSheet();
  const status = within(sheet).getByRole('status');
  const copy = () => userEvent.click(screen.getByRole('button', { name: 'Copy UPI ID' }));
  await copy();
  await waitFor(() => expect(status.textContent).toMatch(/^The UPI ID could not be copied/));
  await copy();
  await waitFor(() => expect(status.textContent).toBe('UPI ID copied'));
  expect(writeText).toHaveBeenCalledWith(upiId);
});

it('says why without a connection', async () => {
  server.loseConnection(open);
  renderPart(() => <PayByUpi deal={exampleDeal()} isEarly onPaid={onPaid} />);
  await userEvent.click(screen.getByRole('button', { name: 'Pay now by UPI' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The UPI ID could not be loaded. Network error.');
});

it('saves the own UPI ID, and marks a wrong one at the field', async () => {
  server.succeed('GET /api/v1/users/upi', { upiId: '' });
  server.succeed('PUT /api/v1/users/upi', { upiId });
  renderPart(() => <UpiCard />);
  const field = await screen.findByRole('textbox', { name: 'UPI ID' });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save UPI ID' }));
  await userEvent.type(field, 'gurpreet');
  await save();
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  await userEvent.clear(field);
  await userEvent.type(field, ` ${upiId} `);
  await save();
  await waitFor(() => expect(toasts()).toContain('UPI ID saved'));
  expect(server.calls.at(-1)).toEqual({ key: 'PUT /api/v1/users/upi', body: { upiId } });
});
