import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '@upaj/contract/texts';
import type { Env } from '#src/env.ts';
import { fillBody, fillUrl, type SmsAccount } from '#src/platform/sms-account.ts';

/** `kind` names the template that is registered for the text. */
export interface Sms {
  kind: string;
  language: Language;
  /** Ten digits. */
  number: string;
  text: string;
  /** When it is of no use any more, in ms since 1970. */
  until: number;
}

export interface SmsGateway {
  /** @throws when the message is not accepted. `permanent` on the error says that retrying is useless. */
  deliver(sms: Sms): Promise<void>;
  deleteMessagesTo(number: string): Promise<void>;
}

export function openSmsGateway(env: Env, log: FastifyBaseLogger, timeout = usualTimeout): SmsGateway {
  return env.sms ? openHttpGateway(env.sms, timeout) : openSmsFolder(join(env.dataDir, 'sms'), log);
}

const usualTimeout = 15_000;
const longestAnswer = 10_000;

/** Gateways answer many failures with status 200: 'error | 102 | …', '{"return": false}', 'TRACE: 107! …'. */
const refused =
  /^\s*(?:error|fail|invalid|trace:)|"(?:status|type|return|result|success)"\s*:\s*(?:"?(?:error|fail|false)\w*)/i;

function openHttpGateway(account: SmsAccount, timeout: number): SmsGateway {
  return {
    async deliver(sms) {
      const { type, body } = fillBody(account, sms);
      const response = await fetch(fillUrl(account, sms), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...account.headers, ...(type && { 'content-type': type }) },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(timeout),
        redirect: 'error',
      });
      const answer = (await response.text()).slice(0, longestAnswer);
      const isAccepted = account.accepted
        ? answer.includes(account.accepted)
        : response.ok && !refused.test(answer);
      if (response.ok && isAccepted) return;
      // A wrong key or template stays wrong. An overloaded gateway recovers.
      const permanent = response.status < 500 && response.status !== 408 && response.status !== 429;
      throw Object.assign(new Error(`the gateway answered ${response.status}: ${answer.slice(0, 200)}`), {
        permanent,
      });
    },
    deleteMessagesTo: async () => {},
  };
}

/** Files are deleted after this many ms: no code is valid for longer. */
const maxAge = 24 * 60 * 60_000;

/** Writes messages to files, to try the app without a gateway. */
function openSmsFolder(folder: string, log: FastifyBaseLogger): SmsGateway {
  async function removeThose(isOne: (file: string) => boolean): Promise<void> {
    const files = await readdir(folder).catch(() => []);
    await Promise.all(files.filter(isOne).map((file) => rm(join(folder, file), { force: true })));
  }

  return {
    async deliver({ number, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeThose((name) => Number.parseInt(name, 10) < Date.now() - maxAge);
      const file = join(folder, `${await freeTime(folder, number)}-${number}.txt`);
      // The file is private, because its code logs in anyone who reads it.
      await writeFile(file, text, { mode: 0o600 });
      log.info({ file }, 'SMS written, as no SMS_URL is set');
    },
    deleteMessagesTo: (number) => removeThose((name) => name.endsWith(`-${number}.txt`)),
  };
}

/** Returns a time that no file of the number has. */
async function freeTime(folder: string, number: string): Promise<number> {
  const names = await readdir(folder);
  let time = Date.now();
  while (names.includes(`${time}-${number}.txt`)) time += 1;
  return time;
}
