import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '#src/platform/db/connection.ts';
import { isConflict, isDatabaseAway } from '#src/platform/db/errors.ts';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { localEvent } from '#src/platform/local-event.ts';
import type { EventKind, EventOf } from './rows.ts';
import type { AnyEvent, OutboxStore } from './store.ts';

/**
 * Handles events of one kind in the transaction that removes them: what it writes is written once, or everything is
 * delivered again.
 */
export type Consumer<Kind extends EventKind> = (
  events: readonly EventOf<Kind>[],
  trx: Transaction,
) => Promise<AfterCommit | void>;

/** Runs once, after the commit of what the consumer wrote. */
type AfterCommit = () => void;

export type Consumers = { readonly [Kind in EventKind]?: readonly Consumer<Kind>[] };

export interface OutboxDeps {
  store: OutboxStore;
  /** In ms: how often a poll finds events of a process that ended before it delivered them, and later tries. */
  pollEvery?: number | undefined;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** In ms. Events are gathered for this long, because likes and comments come in bursts. */
const burst = 100;
const batch = 200;
const mostTries = 10;
/** In seconds, doubled after each try: the last one is after about two hours. */
const firstPause = 15;

export function outboxService({ store, pollEvery = 10_000, log }: OutboxDeps) {
  const delivered = localEvent();
  let consumers: readonly Consumers[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const closing = new AbortController();
  let poll: NodeJS.Timeout | undefined;

  async function consume(events: readonly AnyEvent[], trx: Transaction): Promise<AfterCommit[]> {
    const following: AfterCommit[] = [];
    for (const [kind, ofKind] of Map.groupBy(events, (event) => event.kind))
      for (const part of consumers)
        for (const consumer of part[kind] ?? []) {
          const after = await (consumer as Consumer<EventKind>)(ofKind, trx);
          if (after) following.push(after);
        }
    return following;
  }

  /** @returns the events that were due, and whether they were delivered: all, or none when one fails */
  function deliverBatch(size: number): Promise<{ events: AnyEvent[]; error?: unknown }> {
    let events: AnyEvent[] = [];
    return store
      .transaction(async (trx) => {
        await store.lock(trx);
        events = await store.findDue(trx, size);
        if (events.length === 0) return [];
        const following = await consume(events, trx);
        await store.remove(trx, events);
        return following;
      })
      .then((following): { events: AnyEvent[]; error?: unknown } => {
        for (const after of following) after();
        return { events };
      })
      .catch((error: unknown) => {
        if (events.length === 0 || (isDatabaseAway(error) && !isConflict(error))) throw error;
        return { events, error };
      });
  }

  async function postpone(event: AnyEvent, error: unknown): Promise<void> {
    const { id, kind, tries } = event;
    if (tries + 1 < mostTries) {
      log.warn({ err: error, event: id, kind, tries: tries + 1 }, 'an event was not delivered yet');
      await store.postpone(event, firstPause * 2 ** tries);
    } else {
      log.error({ err: error, event: id, kind }, 'an event was set aside after ten tries');
      await store.setAside(event, error instanceof Error ? error.message : String(error));
    }
  }

  async function deliverDue(): Promise<void> {
    // The events of a batch that failed are delivered one by one, to find the one at fault.
    let single = 0;
    while (!closing.signal.aborted && (await store.hasDue())) {
      const { events, error } = await deliverBatch(single > 0 ? 1 : batch);
      const [first] = events;
      if (!first) return;
      if (error === undefined) delivered.emit();
      else if (single > 0 || events.length === 1) await postpone(first, error);
      single = error !== undefined && single === 0 ? events.length : Math.max(0, single - 1);
    }
  }

  function deliver(): Promise<void> {
    const next = running.then(() => inBackground(deliverDue));
    running = next.catch(() => {});
    return next;
  }

  function report(delivery: Promise<void>): void {
    delivery.catch((error: unknown) => log.error({ err: error }, 'events were not delivered yet'));
  }

  function nudge(): void {
    if (!poll) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      report(deliver());
    }, burst);
  }

  return {
    /** Delivers soon. Call it after the commit of a transaction that added an event. */
    nudge,
    /** Delivers what is due, in the order of the events. */
    deliver,
    /** Emitted after the commit of each batch. */
    delivered,
    /** Call it once, when all domains are composed. */
    addConsumers: (added: readonly Consumers[]): void => void (consumers = added),
    /** A command that never calls it leaves its events to the server. */
    start: (): void => void (poll = setInterval(() => report(deliver()), pollEvery).unref()),
    findBacklog: () => store.findBacklog(),

    async close(): Promise<void> {
      closing.abort();
      clearInterval(poll);
      clearTimeout(timer);
      await running;
    },
  };
}

export type OutboxService = ReturnType<typeof outboxService>;
