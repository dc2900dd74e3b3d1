import type { Mode } from './requests.ts';
import { toCurl, type Sent } from './send.ts';

export interface Outcome {
  call: string;
  caller: string;
  mode: Mode;
  status: number;
  code: string;
  ms: number;
}

export interface Fault {
  what: string;
  curl?: string;
}

export class Report {
  readonly faults: Fault[] = [];
  socketEvents = 0;
  readonly #calls: readonly string[];
  readonly #outcomes: Outcome[] = [];
  readonly #startedAt = performance.now();

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  addFault(what: string, url?: string, sent?: Sent): void {
    this.faults.push({ what, ...(sent && url && { curl: toCurl(url, sent) }) });
  }

  constructor(calls: readonly string[]) {
    this.#calls = calls;
  }

  get unreached(): string[] {
    return this.#calls.filter(
      (name) => !this.#outcomes.some((outcome) => outcome.call === name && isSuccess(outcome)),
    );
  }

  write(): string {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const all = this.#outcomes;
    const limited = all.filter(({ status }) => status === 429).length;
    const lines = [
      `${all.length} requests in ${seconds.toFixed(0)} s (${(all.length / seconds).toFixed(0)}/s), ${percent(limited, all.length)} over a rate limit`,
      `${this.socketEvents} socket events`,
      '',
      `by status: ${countBy(all, ({ status }) => String(status))}`,
      `by caller: ${countBy(all, ({ caller }) => caller)}`,
      `by kind:   ${countBy(all, ({ mode }) => mode)}`,
      '',
      'call                                                requests   2xx  slowest  refused mostly with',
    ];
    for (const call of [...this.#calls, 'other']) {
      const own = all.filter((outcome) => outcome.call === call);
      const slowest = Math.max(0, ...own.map(({ ms }) => ms));
      const share = percent(own.filter(isSuccess).length, own.length);
      const refusals = own.filter((outcome) => !isSuccess(outcome));
      const [usual = ''] = countBy(refusals, ({ status, code }) => `${status} ${code}`).split(' · ');
      lines.push(
        `${call.padEnd(52)}${String(own.length).padStart(8)}${share.padStart(6)}${slowest.toFixed(0).padStart(6)} ms  ${usual}`,
      );
    }
    return lines.join('\n');
  }
}

function isSuccess({ status }: Outcome): boolean {
  return status >= 200 && status < 300;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(0)}%`;
}

function countBy<T>(items: readonly T[], name: (item: T) => string): string {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([key, count]) => `${key} ${count}`)
    .join(' · ');
}
