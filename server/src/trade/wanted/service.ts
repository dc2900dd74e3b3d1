import { foldText } from '@upaj/contract/fold-text';
import { limits } from '@upaj/contract/limits';
import { districtsOf } from '@upaj/contract/places';
import type { Wanted, WantedEdit, WantedForm, WantedQuery } from '@upaj/contract/trade/wanted';
import { v7 as uuidv7 } from 'uuid';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { lockActivePerson } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { cutPage, writeTotal, type List } from '#src/platform/http/paging.ts';
import { resolveCrop } from '#src/platform/names/resolve-crop.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import type { FeedViewer } from '#src/trade/feed/request.ts';
import { toWantedRequest } from './filter.ts';
import type { FoundWanted, WantedColumns, WantedStore } from './store.ts';

interface WantedDeps {
  db: Database;
  store: WantedStore;
  market: Pick<MarketService, 'findPostPrice' | 'findVarieties'>;
  outbox: Pick<OutboxService, 'nudge'>;
}

export function wantedService({ db, store, market, outbox }: WantedDeps) {
  async function complete({ wanted, ...goods }: FoundWanted, from: Place | null): Promise<Wanted> {
    const marketPrice = await market.findPostPrice({ ...goods, variety: '' });
    return { ...wanted, distanceKm: from && kmBetween(from, goods), marketPrice };
  }

  /** Call it with the author locked, so that concurrent writes respect the limit. */
  async function assertFewOpen(authorId: string, besides: string | undefined, trx: Transaction) {
    const open = await store.countOpen(authorId, besides, trx);
    if (open >= limits.wanted.open) throw new AppError('TOO_MANY_WANTED');
  }

  return {
    /** Finds the crops in the posts on sale and open wanted posts of a user, the latest first. */
    findTradedCrops: store.findTradedCrops,

    async findPage(query: WantedQuery, viewer: FeedViewer): Promise<List<Wanted>> {
      const request = toWantedRequest(query, { ...viewer, varieties: await market.findVarieties() });
      const found = await store.findPage(request, viewer.id);
      const total = request.cursor?.total ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, request.limit, ({ key, id }) => [key, id, total]);
      const data = await Promise.all(rows.map((row) => complete(row, request.from)));
      return { data, page: { nextCursor, total: writeTotal(total) } };
    },

    async findOne(wantedId: string, viewer: FeedViewer): Promise<Wanted> {
      const found = await store.findOne(wantedId, viewer.id);
      if (!found) throw new AppError('WANTED_NOT_FOUND');
      return complete(found, viewer.place);
    },

    /**
     * Adds a wanted post, once for each `clientId` of the author. Only the demo market sets `createdAt`.
     * @returns the id of the wanted post
     */
    async add(form: WantedForm, authorId: string, createdAt = new Date()): Promise<string> {
      const { clientId = uuidv7() } = form;
      const id = uuidv7({ msecs: createdAt.getTime() });
      const earlier = await db.transaction().execute(async (trx) => {
        const author = await lockActivePerson(trx, authorId);
        if (!author) throw new AppError('NOT_LOGGED_IN');
        if (author.userType !== 'merchant') throw new AppError('MERCHANTS_ONLY');
        const found = await store.findByClientId(authorId, clientId, trx);
        if (found) return found;
        await assertFewOpen(authorId, undefined, trx);
        const own = { id, author_id: authorId, client_id: clientId, created_at: createdAt };
        await store.add({ ...own, ...toColumns(form) }, trx);
        return undefined;
      });
      if (!earlier) outbox.nudge();
      return earlier ?? id;
    },

    async edit(wantedId: string, { isOpen, ...edit }: WantedEdit, userId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = await store.lock(wantedId, userId, trx);
        if (!before) throw new AppError('WANTED_NOT_FOUND');
        if (before.authorId !== userId) throw new AppError('NOT_YOURS');
        const changes = toColumns(edit);
        const { state, district } = { ...before, ...changes };
        if (!districtsOf(state).includes(district)) throw invalidField('district', 'districtInvalid');
        const mayOpen = isOpen === true || (before.isOpen && edit.endDate !== undefined);
        if (mayOpen) await assertFewOpen(userId, wantedId, trx);
        await store.update(wantedId, isOpen === undefined ? changes : { ...changes, is_open: isOpen }, trx);
      });
    },

    async remove(wantedId: string, userId: string): Promise<void> {
      if (await store.remove(wantedId, userId)) return;
      throw new AppError((await store.exists(wantedId)) ? 'NOT_YOURS' : 'WANTED_NOT_FOUND');
    },
  };
}

export type WantedService = ReturnType<typeof wantedService>;

function toColumns(form: Omit<WantedForm, 'clientId'>): WantedColumns;
function toColumns(form: Omit<WantedEdit, 'isOpen'>): Partial<WantedColumns>;
function toColumns(form: Omit<WantedEdit, 'isOpen'>): Partial<WantedColumns> {
  const { cropType, quantity, unit, maxPrice, priceUnit, state, district, endDate, note } = form;
  const crop = cropType ? resolveCrop(cropType) : undefined;
  const columns = {
    ...(cropType && {
      crop_type: cropType,
      crop_key: crop?.id ?? foldText(cropType),
      category: crop?.category ?? null,
    }),
    quantity,
    unit,
    max_price: maxPrice,
    price_unit: priceUnit,
    state,
    district,
    end_date: endDate,
    note,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
