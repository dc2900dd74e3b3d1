// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import type { CasePage } from '@upaj/contract/moderation/cases';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../../test/stub-server.tsx';
import { PersonRecord } from './person-record.tsx';

vi.mock('@tanstack/react-router', async () => ({
  Link: (await import('../../../test/fake-link.tsx')).FakeLink,
}));
afterEach(() => cleanup());

const record = {
  createdAt: '2026-11-01T10:00:00.000Z',
  userType: 'farmer',
  isVerified: false,
  verifiedFor: [],
  isSuspended: false,
  restrictedUntil: null,
  posts: 2,
  dealsCompleted: 1,
  dealsEnded: 3,
  reports: 0,
  decisions: [],
  linkedAccounts: [],
} as const;
const open = (linkedAccounts: CasePage['record']['linkedAccounts']) => {
  const person = { _id: 'asha', username: 'asha', fullName: 'Asha Devi' };
  const one = { person, decisions: [], record: { ...record, linkedAccounts } } as unknown as CasePage;
  renderPart(() => <PersonRecord one={one} />);
};

it('shows linked accounts with a link to each and why', () => {
  open([
    { _id: 'simran', username: 'simran', rule: 'same-device', hours: null },
    { _id: 'meena', username: 'meena', rule: 'same-address', hours: 24 },
  ]);
  const linked = within(screen.getByRole('region', { name: 'Linked accounts' }));
  expect(linked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '@simranSame device',
    '@meenaSame internet address within 24 hours',
  ]);
  expect(linked.getByRole('link', { name: '@meena' }).getAttribute('href')).toBe('/user/meena');
});

it('shows no such section for a person without linked accounts', () => {
  open([]);
  screen.getByText('1 of 3 completed');
  expect(screen.queryByText('Linked accounts')).toBeNull();
});
