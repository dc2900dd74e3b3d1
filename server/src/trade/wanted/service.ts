import { foldText } from '@upaj/contract/crops';
import { districtsOf } from '@upaj/contract/places';
import type { Wanted, WantedEdit, WantedForm, WantedQuery } from '@upaj/contract/trade/wanted';
import { v7 as uuidv7 } from 'uuid';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { cutPage, writeTotal, type List } from '#src/platform/http/paging.ts';
import { resolveCrop } from '#src/platform/names/resolve-crop.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import type { FeedViewer } from '#src/trade/feed/request.ts';
import { toWantedRequest } from './filter.ts';
import type { FoundWanted, WantedColumns, WantedStore } from './store.ts';

export interface WantedService {
  findPage(query: WantedQuery, viewer: FeedViewer): Promise<List<Wanted>>;
  findOne(wantedId: string, viewer: FeedViewer): Promise<Wanted>;
  /** Idempotent by the author's `clientId`. Only the demo market sets `createdAt`. */
  add(form: WantedForm, authorId: string, createdAt?: Date): Promise<string>;
  edit(wantedId: string, edit: WantedEdit, userId: string): Promise<void>;
  remove(wantedId: string, userId: string): Promise<void>;
  /** Keys of the crops in the posts on sale and open wanted posts of a user, the latest first. */
  findTradedCrops(userId: string): Promise<string[]>;
}

export function wantedService(
  store: WantedStore,
  { findPostPrice: findPrice, findVarieties }: Pick<MarketService, 'findPostPrice' | 'findVarieties'>,
  outbox: Pick<OutboxService, 'nudge'>,
): WantedService {
  async function complete({ wanted, ...goods }: FoundWanted, from: Place | null): Promise<Wanted> {
    const marketPrice = await findPrice({ ...goods, variety: '' });
    return { ...wanted, distanceKm: from && kmBetween(from, goods), marketPrice };
  }

  return {
    findTradedCrops: store.findTradedCrops,

    async findPage(query, viewer) {
      const request = toWantedRequest(query, { ...viewer, varieties: await findVarieties() });
      const found = await store.findPage(request, viewer.id);
      const total = request.cursor?.total ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, request.limit, ({ key, id }) => [key, id, total]);
      const data = await Promise.all(rows.map((row) => complete(row, request.from)));
      return { data, page: { nextCursor, total: writeTotal(total) } };
    },

    async findOne(wantedId, viewer) {
      const found = await store.findOne(wantedId, viewer.id);
      if (!found) throw new AppError('WANTED_NOT_FOUND');
      return complete(found, viewer.place);
    },

    async add(form, authorId, createdAt = new Date()) {
      const { clientId: client_id = uuidv7() } = form;
      const id = uuidv7({ msecs: createdAt.getTime() });
      const own = { id, author_id: authorId, client_id, created_at: createdAt };
      const added = await store.add({ ...own, ...toColumns(form) });
      if (typeof added === 'string') throw new AppError(added);
      if (added.isNew) outbox.nudge();
      return added.id;
    },

    async edit(wantedId, { isOpen, ...edit }, userId) {
      const refusal = await store.edit(wantedId, userId, (before) => {
        const changes = toColumns(edit);
        const { state, district } = { ...before, ...changes };
        if (!districtsOf(state).includes(district)) throw invalidField('district', 'districtInvalid');
        return isOpen === undefined ? changes : { ...changes, is_open: isOpen };
      });
      if (refusal) throw new AppError(refusal);
    },

    async remove(wantedId, userId) {
      const refusal = await store.remove(wantedId, userId);
      if (refusal) throw new AppError(refusal);
    },
  };
}

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
