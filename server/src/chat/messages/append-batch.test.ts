import { expect, test } from 'vitest';
import { DatabaseAway } from '#src/platform/db/outage.ts';
import { batchAppends } from './append-batch.ts';
import type { Appended, TextMessage } from './store.ts';

function open(code: string) {
  const calls: number[] = [];
  const append = batchAppends({
    async appendMessages(batch) {
      calls.push(batch.length);
      if (batch.some(({ id }) => id === 'bad')) throw new DatabaseAway(Object.assign(new Error(), { code }));
      return new Map(batch.map(({ id }) => [id, {} as Appended]));
    },
  });
  const send = (id: string) =>
    append({ id } as TextMessage).then(
      () => 'stored',
      () => 'failed',
    );
  return { calls, send };
}

test('one message that waits for a lock too long fails alone', async () => {
  const { calls, send } = open('55P03');
  expect(await Promise.all(['a', 'bad', 'b'].map(send))).toEqual(['stored', 'failed', 'stored']);
  expect(calls).toEqual([3, 1, 1, 1]);
});

test('an outage fails the batch at once', async () => {
  const { calls, send } = open('57P01');
  expect(await Promise.all(['a', 'bad', 'b'].map(send))).toEqual(['failed', 'failed', 'failed']);
  expect(calls).toEqual([3]);
});
