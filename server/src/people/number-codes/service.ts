import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timings } from '@upaj/contract/limits';
import { codeLimits } from '@upaj/contract/people/mobile-numbers';
import type { Language } from '@upaj/contract/texts';
import { createCookie } from '#src/platform/http/cookies.ts';
import { addressKey, countWrong, type MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { sign, type SecretKeys } from '#src/platform/signatures.ts';
import { registeredLanguage, type SmsAccount } from '#src/platform/sms-account.ts';
import type { Messenger } from '#src/platform/sms/messenger.ts';
import { textsIn } from '#src/platform/texts.ts';
import type { Claim, NumberCodesStore } from './store.ts';

interface NumberCodesDeps {
  store: NumberCodesStore;
  messenger: Pick<Messenger, 'count' | 'send'>;
  gateway: SmsAccount | undefined;
  rateLimit: MakeRateLimit;
  secretKeys: SecretKeys;
  publicUrl: string;
  /** Returns the id of the browser if it has logged in to the account of the number. */
  findDevice(request: FastifyRequest, number: string): Promise<string | undefined>;
}

/** Sends codes to numbers and checks them. */
export function numberCodesService(deps: NumberCodesDeps) {
  const { store, messenger, gateway, rateLimit, secretKeys, publicUrl, findDevice } = deps;
  const ofPair = rateLimit(codeLimits.ofPair);
  const ofNumber = rateLimit(codeLimits.ofNumber);
  const ofDevice = rateLimit(codeLimits.ofDevice);
  const ofDeviceInDay = rateLimit(codeLimits.ofDeviceInDay);
  const wrongOfAddress = rateLimit(codeLimits.wrongOfAddress);
  /** Names the code that this browser asked for, so that the tries of others do not use it up. */
  const cookie = createCookie('upaj.code', publicUrl);

  /** Looks for a known browser only beyond the limits of strangers, so that the time of other responses tells nothing. */
  async function count(number: string, request: FastifyRequest): Promise<void> {
    try {
      await ofPair.take(`${number} ${addressKey(request.ip)}`);
      await ofNumber.take(number);
      await messenger.count(false);
    } catch (error) {
      const device = await findDevice(request, number);
      if (!device) throw error;
      await ofDevice.take(device);
      await ofDeviceInDay.take(device);
      await messenger.count(true);
    }
  }

  const isCode = (id: string, code: string) => secretKeys.some((key) => codeOf(id, key) === code);

  return {
    async send(
      { number, userId }: Claim,
      language: Language,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      await count(number, request);
      const id = randomUUID();
      const until = Date.now() + timings.smsCode;
      await store.add({ id, number, user_id: userId, expires_at: new Date(until) });
      cookie.set(reply, id, timings.smsCode / 1_000);
      messenger.send(async () => {
        const lang = registeredLanguage(gateway, 'code', language);
        const text = writeCodeText(codeOf(id, secretKeys[0]), lang, publicUrl);
        return { kind: 'code', language: lang, number, text, until };
      });
    },

    /** Counts a try. @returns the id of the code if it is right */
    async check(claim: Claim, code: string, request: FastifyRequest): Promise<string | undefined> {
      const asked = request.cookies[cookie.name] ?? '';
      const own = await store.countTry(claim, asked);
      if (own && isCode(own, code)) return own;
      let found: string | undefined;
      await countWrong(own ? [] : [[wrongOfAddress, addressKey(request.ip)]], async () => {
        found = (await store.countStrayTry(claim)).find((id) => isCode(id, code));
        return found !== undefined;
      });
      return found;
    },

    forget: (reply: FastifyReply): void => cookie.clear(reply),
  };
}

export type NumberCodesService = ReturnType<typeof numberCodesService>;

/** The code is computed, so that a copy of the database shows none. */
export function codeOf(id: string, key: string): string {
  const value = sign(`number-code:${id}`, key).readUIntBE(0, 6) % 1_000_000;
  return String(value).padStart(6, '0');
}

/** The last line lets browsers fill in the code on this host only: https://wicg.github.io/sms-one-time-codes. */
function writeCodeText(code: string, language: Language, publicUrl: string): string {
  const text = textsIn(language, 'sms')('code', { code, minutes: timings.smsCode / 60_000 });
  return `${text}\n\n@${new URL(publicUrl).hostname} #${code}`;
}
