// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { upiLink } from '@upaj/contract/deals/upi';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { exampleDeal } from '../../../test/deals.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { fieldMessages } from '../../../test/texts.ts';
import { OldUpi } from './old-upi.tsx';
import { PayByUpi } from './pay-by-upi.tsx';
import { UpiCard } from './upi-card.tsx';

const open = 'POST /api/v1/deals/d1/upi';
const upiId = 'gurpreet.singh@oksbi';
const payment = {
  upiId,
  payeeName: 'Gurpreet Singh',
  amount: '53822.75',
  link: upiLink({ upiId, payeeName: 'Gurpreet Singh', amount: '53822.75', dealNumber: '4821 3097' }),
  changedAt: null,
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

describe('the own UPI ID', () => {
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save UPI ID' }));
  const idField = () => screen.findByRole('textbox', { name: 'UPI ID' });
  const passwordField = () => screen.getByLabelText<HTMLInputElement>('Your password');

  it('is saved with the password, and marked when it is wrong', async () => {
    server.succeed('GET /api/v1/users/upi', { upiId: '' });
    server.succeed('PUT /api/v1/users/upi', { upiId });
    renderPart(() => <UpiCard user={{ hasPassword: true }} />);
    const field = await idField();
    await userEvent.type(field, 'gurpreet');
    await save();
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await screen.findByText(fieldMessages.passwordRequired);
    await userEvent.clear(field);
    await userEvent.type(field, ` ${upiId} `);
    await userEvent.type(passwordField(), 'harvest-2026');
    await save();
    await waitFor(() => expect(toasts()).toContain('UPI ID saved'));
    const body = { upiId, password: 'harvest-2026' };
    expect(server.calls.filter(({ key }) => key.startsWith('PUT'))).toEqual([
      { key: 'PUT /api/v1/users/upi', body },
    ]);
    expect(passwordField().value).toBe('');
  });

  it('says at the field that the password is wrong, and leaves what was typed', async () => {
    server.succeed('GET /api/v1/users/upi', { upiId: '' });
    server.refuse('PUT /api/v1/users/upi', 'INVALID_INPUT', { fields: { password: 'currentPasswordWrong' } });
    renderPart(() => <UpiCard user={{ hasPassword: true }} />);
    await userEvent.type(await idField(), upiId);
    await userEvent.type(passwordField(), 'harvest');
    await save();
    await screen.findByText(fieldMessages.currentPasswordWrong);
    expect(passwordField().getAttribute('aria-invalid')).toBe('true');
    expect(((await idField()) as HTMLInputElement).value).toBe(upiId);
  });

  it('needs no password of an account without one', async () => {
    server.succeed('GET /api/v1/users/upi', { upiId });
    server.succeed('PUT /api/v1/users/upi', { upiId: '' });
    renderPart(() => <UpiCard user={{ hasPassword: false }} />);
    await userEvent.clear(await idField());
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await save();
    await waitFor(() => expect(toasts()).toContain('UPI ID removed'));
    expect(server.calls).toContainEqual({ key: 'PUT /api/v1/users/upi', body: { upiId: '' } });
  });
});

describe('a UPI ID that was changed after the deal was agreed', () => {
  const confirmCall = 'PUT /api/v1/deals/d1/upi';
  const puts = () => server.calls.filter(({ key }) => key.startsWith('PUT'));

  it.each([
    [
      'new@ybl',
      true,
      /^You changed your UPI ID to new@ybl\. In this deal, Anita .* was changed, and when\.$/,
    ],
    ['new@ybl', false, /^You added the UPI ID new@ybl after this deal was agreed/],
    ['', true, /^You removed your UPI ID\. In this deal, Anita Deshmukh still sees the earlier one\./],
  ])('the seller confirms %j in the deal, which had one: %s', async (own, hasUpi, text) => {
    const deal = exampleDeal({ hasUpi, hasOldUpi: true });
    server.succeed('GET /api/v1/users/upi', { upiId: own });
    server.succeed(confirmCall, { ...deal, hasUpi: own !== '', hasOldUpi: false });
    renderPart(() => <OldUpi deal={deal} />);
    await screen.findByText(text);
    await userEvent.click(screen.getByRole('button', { name: /here/ }));
    await waitFor(() => expect(puts()).toEqual([{ key: confirmCall, body: { upiId: own } }]));
    const done = own ? 'This deal now has your current UPI ID' : 'The UPI ID was removed from this deal';
    await waitFor(() => expect(toasts()).toContain(done));
  });

  it('says that it changed again meanwhile, and shows the current one', async () => {
    server.succeed('GET /api/v1/users/upi', { upiId: 'new@ybl' });
    server.succeed('GET /api/v1/users/upi', { upiId: 'newer@ybl' });
    server.refuse(confirmCall, 'UPI_ID_CHANGED');
    renderPart(() => <OldUpi deal={exampleDeal({ hasOldUpi: true })} />);
    await screen.findByText(/to new@ybl/);
    await userEvent.click(screen.getByRole('button', { name: 'Use this UPI ID here' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your UPI ID was changed meanwhile');
    await screen.findByText(/to newer@ybl/);
  });

  it('has its date for the buyer, in the deal and next to the UPI ID', async () => {
    usePointer('coarse');
    const changedAt = '2026-11-22T05:10:00Z';
    server.succeed(open, { ...payment, changedAt });
    renderPart(() => (
      <PayByUpi deal={exampleDeal({ upiChangedAt: changedAt })} isEarly={false} onPaid={onPaid} />
    ));
    const said = 'Gurpreet Singh changed the UPI ID on 22 November 2026.';
    expect(document.body.textContent).toContain(said);
    await userEvent.click(screen.getByRole('button', { name: 'Pay by UPI' }));
    expect((await screen.findByRole('dialog')).textContent).toContain(said);
  });
});
