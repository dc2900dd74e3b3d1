import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { DeleteAccount } from '@upaj/contract/people/account';
import type { Language } from '@upaj/contract/texts';
import type { ConversationsService } from '#src/chat/conversations/service.ts';
import type { DealsService } from '#src/deals/deals/service.ts';
import type { OffersService } from '#src/deals/offers/service.ts';
import type { FormerService } from '#src/moderation/former-accounts/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import type { Messenger } from '#src/platform/sms/messenger.ts';
import type { Drive } from '#src/platform/media/drive.ts';
import { imageNameOf } from '#src/platform/media/images.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import { languagesFor, textsIn } from '#src/platform/texts.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import type { PersonalDataStore } from './store.ts';

interface PersonalDataDeps {
  db: Database;
  store: PersonalDataStore;
  account: AccountService;
  former: Pick<FormerService, 'retain' | 'findRetention'>;
  takedown: Pick<TakedownService, 'lockAllOf' | 'removeAllOf'>;
  conversations: Pick<ConversationsService, 'updateClosed'>;
  offers: Pick<OffersService, 'leaveAll'>;
  deals: Pick<DealsService, 'leaveAll'>;
  outbox: Pick<OutboxService, 'nudge'>;
  media: MediaService;
  feed: Pick<FeedService, 'dropPages'>;
  mailer: Mailer;
  messenger: Pick<Messenger, 'deleteMessagesTo'>;
  drive: Drive;
  realtime: Pick<Realtime, 'publish'>;
  invalidateUser(userId: string): void;
}

/**
 * A deletion locks rows in another order than other requests. It stops waiting before the deadlock detector would end
 * one of them.
 */
const givingWay = { tries: 30, lockTimeout: 500 };

const photosAtOnce = 50;

export function personalDataService(deps: PersonalDataDeps) {
  const { db, store, account, former, takedown, conversations, offers, deals, media, drive } = deps;

  async function photoEntry(url: string): Promise<ZipEntry | undefined> {
    // Photos at Google are not exported.
    if (!imageNameOf(url)) return undefined;
    const file = basename(url);
    const size = await drive.sizeOf(file);
    if (size === undefined) return undefined;
    const open = async () => {
      const photo = await drive.open(file);
      if (!photo) throw new Error(`${file} was deleted during the export`);
      return photo;
    };
    return { path: `photos/${file}`, content: { size, open } };
  }

  async function photoEntries(urls: readonly string[]): Promise<(ZipEntry | undefined)[]> {
    const found: (ZipEntry | undefined)[] = [];
    for (let from = 0; from < urls.length; from += photosAtOnce)
      found.push(...(await Promise.all(urls.slice(from, from + photosAtOnce).map(photoEntry))));
    return found;
  }

  /** @returns the users whose offers or deals changed; undefined when the account was deleted before */
  async function erase(userId: string, trx: Transaction) {
    const photos = await account.lockForDeletion(userId, trx);
    if (!photos) return undefined;
    await takedown.lockAllOf(userId, trx);
    const retained = await former.retain(userId, trx);
    const leftOffers = await offers.leaveAll(userId, trx);
    const leftDeals = await deals.leaveAll(userId, trx);
    photos.push(...(await takedown.removeAllOf(userId, trx)));
    photos.push(...(await store.findSentPhotos(userId, trx)), ...(await store.findTakenPhotos(userId, trx)));
    await media.discard(await store.findVerificationPhotos(userId, trx), trx);
    await account.removeFollows(userId, trx);
    if (retained) await store.removeVerifications(userId, trx);
    await store.clearTables(userId, retained !== undefined, trx);
    await account.becomeDeleted(userId, retained !== undefined, trx);
    await conversations.updateClosed(userId, trx);
    await media.release(
      photos.filter((url) => !retained?.has(url)),
      trx,
    );
    return [...leftOffers, ...leftDeals];
  }

  return {
    async exportAll(userId: string) {
      const person = await store.findPerson(userId);
      if (!person) throw new AppError('NOT_LOGGED_IN');
      const { rows, photos } = await store.findAll(userId);
      const found = await photoEntries(photos);
      return streamZip([
        { path: 'READ-ME.txt', content: Buffer.from(readMeIn(languagesFor(person.language))) },
        ...Object.entries(rows).map(([table, json]) => ({
          path: `data/${table}.json`,
          content: Buffer.from(json),
        })),
        ...found.filter((entry) => entry !== undefined),
      ]);
    },

    findRetention: former.findRetention,

    async deleteAccount(userId: string, { confirmation, password }: DeleteAccount): Promise<void> {
      const person = await store.findPerson(userId);
      if (!person) throw new AppError('NOT_LOGGED_IN');
      if (confirmation !== person.username) throw invalidField('confirmation', 'confirmationWrong');
      await account.checkPassword(userId, password, 'password');
      const partners = await retriedTransaction(db, (trx) => erase(userId, trx), givingWay);
      if (!partners) return;
      deps.outbox.nudge();
      // An event without users would go to everyone.
      if (partners.length > 0) deps.realtime.publish({ userIds: partners }, 'dealChanged', { dealId: null });
      deps.invalidateUser(userId);
      deps.feed.dropPages();
      if (person.email) await deps.mailer.deleteMailsTo(person.email);
      if (person.provedNumber) await deps.messenger.deleteMessagesTo(person.provedNumber);
    },
  };
}

export type PersonalDataService = ReturnType<typeof personalDataService>;

function readMeIn(languages: readonly Language[]): string {
  return languages.map((language) => textsIn(language, 'export')('readMe')).join('\n\n\n');
}

interface ZipEntry {
  path: string;
  content: Buffer | { size: number; open(): Promise<Readable> };
}

/** The files are not compressed, so that the length is known beforehand. */
function streamZip(entries: readonly ZipEntry[]): { size: number; stream: Readable } {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let reading: Readable | undefined;
  for (const { path, content } of entries) {
    if (Buffer.isBuffer(content)) zip.addBuffer(content, path, { compress: false });
    else
      zip.addReadStreamLazy(path, { compress: false, size: content.size }, (give) => {
        content.open().then(
          (file) => {
            reading = file;
            if (stream.destroyed) file.destroy();
            else give(null, file);
          },
          (error: unknown) => give(error, undefined as never),
        );
      });
  }
  // Closes the open file when the reader disconnects.
  stream.once('close', () => reading?.destroy());
  zip.on('error', (error: Error) => stream.destroy(error));
  let size = -1;
  // `onSize` is called at once, because all sizes are known.
  const onSize = (total?: number) => (size = total ?? size);
  zip.end(undefined, onSize);
  return { size, stream };
}
