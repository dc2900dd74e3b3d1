import type { RateLimit as Rule } from '@upaj/contract/rate-limits';
import type { FastifyBaseLogger } from 'fastify';
import { backgroundSender, isPermanent, type SenderOptions } from '#src/platform/background-sender.ts';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import type { Metric } from '#src/platform/observability/metrics-server.ts';
import { countParts } from './parts.ts';
import type { Sms, SmsGateway } from './gateway.ts';

export type Messenger = ReturnType<typeof createMessenger>;

interface MessengerDeps extends SenderOptions {
  /** Whether messages reach people. */
  isSetUp: boolean;
  gateway: SmsGateway;
  rateLimit: MakeRateLimit;
  /** Messages that the server sends in an hour, because each costs money. */
  hourlyLimit: number;
  log: FastifyBaseLogger;
}

/** A share of the hourly limit is for browsers that are known, so that strangers cannot use it up. */
const shareOfStrangers = 0.7;
const defaultPauses = [1_000, 5_000, 15_000];

export function createMessenger(deps: MessengerDeps) {
  const { gateway, rateLimit, hourlyLimit, log, pauses = defaultPauses, closesWithin = 10_000 } = deps;
  const rule = (name: string, points: number): Rule => ({ name, points, minutes: 60 });
  const ofServer = rateLimit(rule('sms-of-server', hourlyLimit));
  const ofStrangers = rateLimit(
    rule('sms-to-strangers', Math.max(1, Math.floor(hourlyLimit * shareOfStrangers))),
  );
  const counts = { sent: 0, late: 0, failed: 0, limited: 0 };
  let parts = 0;

  async function deliver(sms: Sms): Promise<void> {
    if (Date.now() > sms.until)
      throw Object.assign(new Error('it is too late'), { permanent: true, isLate: true });
    await gateway.deliver(sms);
    counts.sent += 1;
    parts += countParts(sms.text);
  }

  /** Counts a message before it is sent. @throws TOO_MANY_REQUESTS */
  async function count(isForKnownBrowser: boolean): Promise<void> {
    try {
      if (!isForKnownBrowser) await ofStrangers.take('all');
      await ofServer.take('all');
    } catch (error) {
      counts.limited += 1;
      throw error;
    }
  }

  const sender = backgroundSender<Sms>({
    pauses,
    closesWithin,
    deliver,
    onFailure(error, sms) {
      counts[(error as { isLate?: boolean }).isLate ? 'late' : 'failed'] += 1;
      log.error({ sms: sms?.kind, reason: withoutNumber(error, sms) }, 'an SMS was not sent');
    },
  });

  return {
    isSetUp: deps.isSetUp,
    count,
    send: sender.send,
    async sendOnce(sms: Sms): Promise<{ problem?: object; canTryAgain?: boolean }> {
      try {
        await count(true);
        await deliver(sms);
        return {};
      } catch (error) {
        return {
          problem: { sms: sms.kind, reason: withoutNumber(error, sms) },
          canTryAgain: !isPermanent(error),
        };
      }
    },
    deleteMessagesTo: gateway.deleteMessagesTo,
    close: sender.close,
    metrics: [
      {
        name: 'upaj_sms_total',
        help: 'SMS messages by result: accepted by the gateway (sent), given up (failed, late), refused by SMS_HOURLY_LIMIT (limited)',
        kind: 'counter',
        label: 'result',
        find: () => ({ ...counts }),
      },
      {
        name: 'upaj_sms_parts_total',
        help: 'Parts of the sent SMS messages, each of which the gateway charges',
        kind: 'counter',
        find: () => parts,
      },
    ] satisfies Metric[],
  };
}

/** An answer of the gateway often contains number and text, which must not be logged. */
function withoutNumber(error: unknown, sms: Sms | undefined): string {
  const { message } = error as Error;
  return sms ? message.replaceAll(sms.number, '…').replaceAll(/\d{6,}/g, '…') : message;
}
