import type { MediaCheck, ListedReport } from '@upaj/contract/moderation/admin';
import { UsageError } from './command.ts';
import type { AdminRequest, AdminResult } from './platform/admin-client.ts';

export interface AdminCall extends AdminRequest {
  /** Returns what to print. If it is missing, the message is printed. */
  describe?(result: AdminResult): string;
  /** Returns the call to send after this one. */
  next?(result: AdminResult): AdminCall | undefined;
  /** Returns false if the command found what an operator should repair. */
  isFine?(): boolean;
}

export type ReportList = { reports: ListedReport[]; total: number };

const digits = '0123456789abcdef';

/** Makes the calls of `media move` and `media check [--repair]`: one after another, because each is short. */
export function mediaCall([action, flag, ...rest]: string[]): AdminCall {
  if (action === 'move' && flag === undefined) return moveCall();
  if (action === 'check' && (flag === undefined || flag === '--repair') && rest.length === 0)
    return checkCall(flag === '--repair');
  throw new UsageError('media is followed by move, by check or by check --repair.');
}

function moveCall(): AdminCall {
  return {
    method: 'POST',
    path: '/api/v1/admin/media/move',
    body: {},
    next: ({ data }) =>
      (data as { isDone: boolean } | undefined)?.isDone === false ? moveCall() : undefined,
  };
}

function checkCall(repair: boolean, before: readonly MediaCheck[] = []): AdminCall {
  const checks = [...before];
  const found = () => sum(checks, 'found');
  return {
    method: 'POST',
    path: '/api/v1/admin/media/check',
    body: { part: digits[before.length], repair },
    describe({ data }) {
      const check = data as MediaCheck;
      checks.push(check);
      const lines = check.problems.map(describeProblem);
      if (check.found > lines.length) lines.push(`… and ${check.found - lines.length} more.`);
      if (checks.length === digits.length)
        lines.push(
          `${sum(checks, 'photos')} photos are shown, ${sum(checks, 'files')} files are stored. ` +
            `${found()} problems${repair ? ' were repaired' : found() > 0 ? ': media check --repair repairs them' : ''}.`,
        );
      return lines.join('\n');
    },
    next: () => (checks.length < digits.length ? checkCall(repair, checks) : undefined),
    isFine: () => repair || found() === 0,
  };
}

const sum = (checks: readonly MediaCheck[], count: 'photos' | 'files' | 'found') =>
  checks.reduce((total, check) => total + check[count], 0);

const repaired = {
  unused: 'it is deleted in seven days',
  incomplete: 'made again from the largest size',
  missing: 'taken out',
  withheld: 'shown again',
};

const said = {
  unused: 'is stored, and nothing shows it',
  incomplete: 'lacks some sizes',
  missing: 'has no file',
  withheld: 'is listed as deleted',
};

function describeProblem({ kind, name, shownBy, isRepaired }: MediaCheck['problems'][number]): string {
  const by = shownBy && `, shown by ${shownBy},`;
  return `photo ${name}${by} ${said[kind]}${isRepaired ? `: ${repaired[kind]}` : ''}`;
}
