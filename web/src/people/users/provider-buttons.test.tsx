// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

const providers = 'GET /api/v1/users/providers';
const start = 'POST /api/v1/users/social/google';
const notSetUp = 'Login with Google and Facebook is not set up on this server. Please use your email.';

let server: ReturnType<typeof stubServer>;
let assign: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  server = stubServer();
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  assign.mockRestore();
});

const google = () => screen.findByRole('button', { name: 'Continue with Google' });

it('opens the provider’s page with the path to return to', async () => {
  server.succeed(providers, { google: true, facebook: true });
  server.succeed(start, { url: 'https://provider.example/auth?state=s' });
  renderPart(() => <ProviderButtons next="/Crops?q=wheat" />);
  await userEvent.click(await google());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/auth?state=s'));
  expect(server.calls.at(-1)).toEqual({ key: start, body: { next: '/Crops?q=wheat' } });
});

it('offers only the providers that are set up', async () => {
  server.succeed(providers, { google: true, facebook: false });
  renderPart(() => <ProviderButtons />);
  await screen.findByRole('button', { name: 'Continue with Google' });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('shows nothing when no provider is set up', async () => {
  server.succeed(providers, { google: false, facebook: false });
  renderPart(() => <ProviderButtons />);
  await waitFor(() => expect(server.calls.map(({ key }) => key)).toEqual([providers]));
  expect(screen.queryByText('or')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says why the provider’s page does not open', async () => {
  server.succeed(providers, { google: true, facebook: true });
  server.refuse(start, 'PROVIDER_NOT_SET_UP');
  renderPart(() => <ProviderButtons />);
  await userEvent.click(await google());
  await waitFor(() => expect(toasts()).toContain(notSetUp));
  server.forget(start);
  server.loseConnection(start);
  await userEvent.click(await google());
  await waitFor(() => expect(toasts()).toContain('Network error. Check your connection.'));
  expect(assign).not.toHaveBeenCalled();
});
