// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { NumberLink } from './number-link.tsx';

vi.mock('@tanstack/react-router', async () => ({
  Link: (await import('../../../test/fake-link.tsx')).FakeLink,
}));

const providers = 'GET /api/v1/users/providers';
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const link = () => screen.queryByRole('link', { name: 'Continue with mobile number', hidden: true });

it('leads to the log-in by number where the server sends codes, and has its space before', async () => {
  server.succeed(providers, { google: false, facebook: false, mobileNumber: true });
  renderPart(() => <NumberLink next="/deals" />);
  expect(link()?.closest('.invisible')).toBeTruthy();
  await waitFor(() => expect(link()?.closest('.invisible')).toBeNull());
  expect(link()?.getAttribute('href')).toBe('/login/number');
});

it.each([
  [
    'the server sends no codes',
    () => server.succeed(providers, { google: true, facebook: false, mobileNumber: false }),
  ],
  ['the server does not know them yet', () => server.succeed(providers, { google: true, facebook: false })],
  ['that cannot be found out', () => server.refuse(providers, 'NOT_FOUND')],
])('is not there when %s', async (_, arrange) => {
  arrange();
  renderPart(() => <NumberLink next={undefined} />);
  await waitFor(() => expect(link()).toBeNull());
});
