// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wheat } from '../../../test/alerts.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { AlertPanel } from './alert-panel.tsx';

const one = '/api/v1/alerts/a1';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.succeed('GET /api/v1/alerts', [wheat]);
  renderPart(() => <AlertPanel />);
});
afterEach(cleanup);

const sent = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);

describe('an existing alert', () => {
  const toggle = () => screen.getByRole<HTMLInputElement>('switch');

  it('is paused at once', async () => {
    let arrive = () => {};
    server.give(`PATCH ${one}`, async () => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return Response.json({ success: true, data: { ...wheat, isActive: false } });
    });
    await screen.findByRole('listitem');
    await userEvent.click(toggle());
    expect(toggle().checked).toBe(false);
    arrive();
    await waitFor(() => expect(sent(`PATCH ${one}`)).toEqual([{ isActive: false }]));
    await screen.findByText('Paused');
    expect(toggle().checked).toBe(false);
  });

  it('resumes when pausing failed, and shows the failure', async () => {
    server.loseConnection(`PATCH ${one}`);
    await screen.findByRole('listitem');
    await userEvent.click(toggle());
    await waitFor(() => expect(toggle().checked).toBe(true));
    await waitFor(() =>
      expect(toasts()).toEqual([
        'The alert could not be changed. Network error. Please check your connection.',
      ]),
    );
  });

  it('is removed after a confirmation', async () => {
    server.succeed(`DELETE ${one}`);
    await userEvent.click(await screen.findByRole('button', { name: /^Remove: Wheat, above ₹2,600/ }));
    const dialog = await screen.findByRole('dialog');
    expect(sent(`DELETE ${one}`)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await screen.findByText('No price alerts set');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Price Alerts'));
  });

  it('remains when removing fails', async () => {
    server.refuse(`DELETE ${one}`, 'UNAVAILABLE');
    await userEvent.click(await screen.findByRole('button', { name: /^Remove: Wheat/ }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(toasts().join()).toContain('The alert could not be removed'));
    screen.getByText('Khanna, Punjab');
  });
});
