// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Operations } from '@upaj/contract/moderation/operations';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../../../test/stub-server.tsx';
import { Backups } from './facts.tsx';

afterEach(() => cleanup());

const open = (backups: Operations['backups']) =>
  renderPart(() => <Backups archive={null} backups={backups} />);
const valueOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
const lastSuccess = {
  at: '2026-11-20T20:30:00.000Z',
  folder: '/backups/2026-11-20T20-30-00.000Z',
  databaseBytes: 5_000_000,
  photoBytes: 7_000_000,
};
const lastFailure = { at: '2026-11-21T20:30:00.000Z', reason: 'The disk of /backups is full.' };

it('shows the last backup, and that a later one failed', () => {
  open({ lastSuccess, lastFailure });
  expect(valueOf('Last backup')).toMatch(/2[01] Nov.*Failing/);
  expect(valueOf('Its size')).toBe('Database 5 MB, photos 7 MB');
  expect(valueOf('Its folder')).toBe(lastSuccess.folder);
  expect(valueOf('Why it failed')).toBe(lastFailure.reason);
});

it('shows that there was no backup yet, and nothing of a failure', () => {
  open({ lastSuccess: null, lastFailure: null });
  expect(valueOf('Last backup')?.trim()).toBe('Never');
  expect(screen.queryByText('Why it failed')).toBeNull();
});

it('shows that the backup after a failed one is complete', () => {
  open({ lastSuccess: { ...lastSuccess, at: '2026-11-22T20:30:00.000Z' }, lastFailure });
  expect(valueOf('Last backup')).toMatch(/OK/);
});
