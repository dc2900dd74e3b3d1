// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fieldMessages } from '../../../test/texts.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { VerificationCard } from './verification-card.tsx';

vi.mock('#lib/images/image-compression.ts', () => ({ shrinkImage: async (file: File) => file }));

const own = 'GET /api/v1/verification';
const open = { check: 'farm', askedAt: '2026-11-02T08:00:00Z', lapsesAt: '2026-12-02T08:00:00Z' };
const none = { isVerified: false, verifiedFor: [], open: null, left: 3 };
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const show = (data: object) => {
  server.succeed(own, { ...none, ...data });
  renderPart(() => <VerificationCard />, { _id: 'u1' } as never);
};

it('does not send a request without a choice, a GST number and a photo', async () => {
  show({});
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for the badge' }));
  await screen.findByText(fieldMessages.checkRequired);
  await screen.findByText(fieldMessages.photoRequired);
  fireEvent.change(screen.getByLabelText('What should we check?'), { target: { value: 'gst' } });
  await screen.findByText(/The registration certificate/);
  await userEvent.click(screen.getByRole('button', { name: 'Ask for the badge' }));
  await screen.findByText(fieldMessages.gstNumberRequired);
  expect(server.calls.map(({ key }) => key)).toEqual([own]);
});

it('shows the open request until it is withdrawn', async () => {
  show({ open, left: 2 });
  await screen.findByText(/^My farm: sent on 2 November 2026/);
  server.succeed('DELETE /api/v1/verification', { ...none, left: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw request' }));
  await screen.findByRole('button', { name: 'Ask for the badge' });
  await waitFor(() => expect(toasts()).toContain('The request was withdrawn and the photo deleted'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});

it('says what was checked, and when no further request is possible', async () => {
  show({ isVerified: true, verifiedFor: ['farm', 'gst'], left: 0 });
  await screen.findByRole('img', { name: 'Verified: Farm seen, GST number checked' });
  await screen.findByText('You have asked 3 times in 30 days. Please come back later.');
  expect(screen.queryByRole('button')).toBeNull();
});
