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

const google = () => screen.getByRole('button', { name: 'Continue with Google' });
const facebook = () => screen.getByRole('button', { name: 'Continue with Facebook' });

it('opens the provider’s page with the path to return to', async () => {
  server.succeed(providers, { google: true, facebook: true });
  server.succeed(start, { url: 'https://provider.example/auth?state=s' });
  renderPart(() => <ProviderButtons next="/Crops?q=wheat" />);
  await userEvent.click(google());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/auth?state=s'));
  expect(server.calls.at(-1)).toEqual({ key: start, body: { next: '/Crops?q=wheat' } });
  expect(screen.queryByText(notSetUp)).toBeNull();
});

it('explains that no provider is set up', async () => {
  server.succeed(providers, { google: false, facebook: false });
  renderPart(() => <ProviderButtons />);
  const note = await screen.findByText(notSetUp);
  expect(google().getAttribute('aria-describedby')).toBe(note.id);
  await userEvent.click(google());
  await waitFor(() => expect(toasts()).toContain(notSetUp));
  expect(server.calls.map(({ key }) => key)).toEqual([providers]);
});

it('names the provider that is not set up', async () => {
  server.succeed(providers, { google: true, facebook: false });
  renderPart(() => <ProviderButtons />);
  await waitFor(() => expect(facebook().getAttribute('aria-disabled')).toBe('true'));
  expect(google().getAttribute('aria-disabled')).toBeNull();
  await userEvent.click(facebook());
  await waitFor(() => expect(toasts()).toContain('Login with Facebook is not set up on this server.'));
});

it('works before the providers are known, and when they cannot be loaded', async () => {
  server.loseConnection(providers);
  server.refuse(start, 'PROVIDER_NOT_SET_UP');
  renderPart(() => <ProviderButtons />);
  await userEvent.click(google());
  await waitFor(() => expect(toasts()).toContain(notSetUp));
  server.forget(start);
  server.loseConnection(start);
  await userEvent.click(google());
  await waitFor(() => expect(toasts()).toContain('Network error. Check your connection.'));
  expect(assign).not.toHaveBeenCalled();
});
