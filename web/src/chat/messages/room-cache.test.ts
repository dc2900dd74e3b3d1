import type { ChatUser, Message } from '@upaj/contract/chat/messages';
import type { DealLine } from '@upaj/contract/deals/deals';
import type { Offer } from '@upaj/contract/deals/offers';
import { describe, expect, it } from 'vitest';
import { groupByDay, toEntries } from '#chat/room/entries.ts';
import type { Outgoing } from '#chat/send-queue/queue-store.ts';
import {
  addOlder,
  firstUnseen,
  hasHole,
  markRead,
  mergeLines,
  mergeMessages,
  missedSince,
  roomToStore,
  startRoom,
  takeOffer,
  type Room,
} from './room-cache.ts';

const user = { _id: 'ravi', fullName: 'Ravi' } as ChatUser;

function message(number: number, senderId: 'asha' | 'ravi' = 'ravi', isRead = true): Message {
  const createdAt = `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`;
  return { _id: `m${number}`, clientId: `c${number}`, senderId, number, isRead, createdAt } as Message;
}
const room = (...messages: Message[]) => startRoom(user, messages, null);
const numbers = ({ messages }: { messages: readonly Message[] }) => messages.map(({ number }) => number);

describe('merging', () => {
  it('has each message once, in order, however they arrive', () => {
    let merged = room(message(1));
    for (const number of [3, 2, 3, 1, 5, 4]) merged = mergeMessages(merged, [message(number)]);
    expect(numbers(merged)).toEqual([1, 2, 3, 4, 5]);
  });

  it('detects a gap, and its end', () => {
    const withHole = mergeMessages(room(message(1), message(2)), [message(5)]);
    expect([hasHole(withHole), missedSince(withHole)]).toEqual([true, 2]);
    const whole = mergeMessages(withHole, [message(3), message(4)]);
    expect([hasHole(whole), missedSince(whole)]).toEqual([false, 5]);
  });

  it('starts an empty conversation', () => {
    const begun = mergeMessages(room(), [message(1)]);
    expect([hasHole(begun), missedSince(begun)]).toEqual([false, 1]);
  });

  it('does not mark a read message as unread', () => {
    const merged = mergeMessages(room(message(1, 'asha', true)), [message(1, 'asha', false)]);
    expect(merged.messages[0]?.isRead).toBe(true);
  });

  it('marks the messages before a read one as read', () => {
    const known = room(message(1, 'asha', false), message(2, 'ravi', false), message(3, 'asha', false));
    const merged = mergeMessages(known, [message(3, 'asha', true)]);
    expect(merged.messages.map(({ isRead }) => isRead)).toEqual([true, false, true]);
  });

  it('has each line of a deal once, as it was read last', () => {
    const line = (number: number, second: number, status = 'agreed') =>
      ({ dealId: 'd1', number, status, createdAt: `2026-11-23T12:00:0${second}.000Z` }) as DealLine;
    const incoming = [line(3, 2, 'completed'), line(4, 3, 'completed'), line(5, 3, 'completed')];
    expect(mergeLines([line(2, 1), line(3, 2)], incoming)).toEqual([line(2, 1), ...incoming]);
  });

  it('puts older messages before', () => {
    const older = addOlder(startRoom(user, [message(3)], '3'), [message(1), message(2)], [], null);
    expect([numbers(older), older.olderCursor, older.completeTo]).toEqual([[1, 2, 3], null, 3]);
  });
});

describe('offers', () => {
  const offer = (version: number) => ({ _id: 'o1', version }) as Message['offer'];
  const about = (number: number, version: number) => ({ ...message(number), offer: offer(version) });
  const versions = (given: ReturnType<typeof room>) => given.messages.map((one) => one.offer?.version);

  it('are the newest in each message, however they arrive', () => {
    const known = room(about(1, 1), about(2, 2));
    expect(versions(mergeMessages(known, [about(4, 4), about(3, 3)]))).toEqual([4, 4, 4, 4]);
  });

  it('change by a response, which may be late', () => {
    const known = room(about(1, 2));
    expect(versions(takeOffer(known, offer(3)!))).toEqual([3]);
    expect(versions(takeOffer(known, offer(1)!))).toEqual([2]);
  });
});

describe('open offers', () => {
  const offer = (version: number, status = 'open') => ({ _id: 'o1', version, status }) as Offer;
  const about = (number: number, ...given: Parameters<typeof offer>) => ({
    ...message(number),
    offer: offer(...given),
  });
  const far = () => startRoom(user, [message(60)], '60', [offer(1)]);
  const versions = ({ openOffers }: Room) => openOffers.map(({ version }) => version);

  it('change and end with messages, and with responses', () => {
    expect(versions(mergeMessages(far(), [about(61, 2)]))).toEqual([2]);
    expect(versions(mergeMessages(far(), [about(61, 2, 'accepted')]))).toEqual([]);
    expect(versions(takeOffer(far(), offer(2)))).toEqual([2]);
    expect(versions(takeOffer(far(), offer(2, 'declined')))).toEqual([]);
  });

  it('come with a message', () => {
    expect(versions(mergeMessages(room(message(1)), [about(2, 1)]))).toEqual([1]);
  });

  it('do not open again with a late message', () => {
    const ended = mergeMessages(far(), [about(62, 2, 'declined')]);
    expect(versions(mergeMessages(ended, [about(61, 1)]))).toEqual([]);
  });
});

describe('reading', () => {
  const known = room(message(1, 'asha', false), message(2, 'ravi', false), message(3, 'asha', false));

  it('marks one side up to a number', () => {
    expect(markRead(known, 'asha', 2).messages.map(({ isRead }) => isRead)).toEqual([true, false, false]);
  });

  it('fetches the read marks of own unread messages again', () => {
    expect([missedSince(known), missedSince(markRead(known, 'asha', 3))]).toEqual([0, 3]);
  });

  it('finds the first unread message', () => {
    expect([firstUnseen(known), firstUnseen(markRead(known, 'ravi', 2))]).toEqual([2, undefined]);
  });
});

describe('entries', () => {
  const outgoing = (clientId: string) => ({ clientId, createdAt: '2026-11-02T11:00:00.000Z' }) as Outgoing;

  it('shows unsent messages after stored ones, and none twice', () => {
    const entries = toEntries([message(2, 'asha')], [outgoing('c2'), outgoing('c9')], 'asha');
    expect(entries.map(({ key }) => key)).toEqual(['asha/c2', 'asha/c9']);
  });

  it('does not match another user’s message with the same id', () => {
    expect(toEntries([message(2, 'ravi')], [outgoing('c2')], 'asha')).toHaveLength(2);
  });

  it('are grouped by day', () => {
    const days = groupByDay(toEntries([message(1), message(2)], [outgoing('c9')], 'asha'));
    expect(days.map(({ entries }) => entries.length)).toEqual([1, 2]);
  });

  it('put unsent messages last when the device’s clock is behind', () => {
    const days = groupByDay(toEntries([message(1), message(5)], [outgoing('c9')], 'asha'));
    expect(days.map(({ entries }) => entries.length)).toEqual([1, 2]);
  });
});

describe('what is stored', () => {
  const from = (first: number, last: number, cursor: string | null) => {
    const messages = Array.from({ length: last - first + 1 }, (_, index) => message(first + index));
    return startRoom(user, messages, cursor);
  };

  it('is the last 200 messages, from where the earlier ones can be loaded', () => {
    const all = roomToStore(from(1, 250, null), undefined);
    expect([all.messages.length, all.messages[0]?.number, all.olderCursor]).toEqual([200, 51, '51']);
    const short = from(1, 3, null);
    expect(roomToStore(short, undefined)).toEqual(short);
  });

  it('has the earlier messages that were stored before, unless some between are missing', () => {
    const joined = roomToStore(from(41, 80, '41'), from(20, 60, '20'));
    expect([numbers(joined)[0], joined.messages.length, joined.olderCursor]).toEqual([20, 61, '20']);
    const apart = roomToStore(from(41, 80, '41'), from(1, 30, null));
    expect([numbers(apart)[0], apart.olderCursor]).toEqual([41, '41']);
  });
});
