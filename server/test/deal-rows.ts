import { v7 as uuidv7 } from 'uuid';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { Database } from '#src/platform/db/connection.ts';
import type { Person } from './factories.ts';
import type { Member } from './rows.ts';

type Party = Pick<Member, 'id'> | Pick<Person, 'account'>;

type Pair = Record<Side, Party>;

const idOf = (party: Party) => ('id' in party ? party.id : party.account._id);

type Changes = Partial<Record<string, unknown>>;

const terms = {
  quantity: 25,
  unit: 'quintal',
  price: 2100,
  price_unit: 'per quintal',
  delivery: 'pickup',
  note: '',
  total: 52_500,
};
const goods = {
  title: 'Sharbati wheat',
  crop_type: 'Wheat',
  crop_key: 'wheat',
  image: '/media/wheat-1280.webp',
};
const place = {
  village: 'Bahomajra',
  city: 'Khanna',
  district: 'Ludhiana',
  state: 'Punjab',
  pincode: '141401',
};

/** Inserts an offer with its first round. */
export async function insertOffer(
  db: Database,
  { buyer, seller }: Pair,
  changes: Changes = {},
): Promise<string> {
  const id = uuidv7();
  const validUntil = new Date(Date.now() + 3 * 24 * 60 * 60_000);
  const offer = {
    id,
    client_id: uuidv7(),
    buyer_id: idOf(buyer),
    seller_id: idOf(seller),
    ...goods,
    turn: 'seller',
    valid_until: validUntil,
    ...changes,
  };
  const { valid_until } = offer;
  await db.insertInto('offers').values(offer).execute();
  const round = { offer_id: id, version: 1, action: 'offer', by_side: 'buyer', ...terms, valid_until };
  await db.insertInto('offer_changes').values(round).execute();
  return id;
}

let lastNumber = 10_000_000;

/** Inserts the deal of an accepted offer: 25 quintals at ₹2,100 are ₹52,500. */
export async function insertDeal(
  db: Database,
  { buyer, seller }: Pair,
  changes: Changes = {},
): Promise<string> {
  const offerId = await insertOffer(db, { buyer, seller }, { status: 'accepted', version: 2 });
  const accepted = { offer_id: offerId, version: 2, action: 'accept', by_side: 'seller' };
  await db.insertInto('offer_changes').values(accepted).execute();
  const id = uuidv7();
  lastNumber += 1;
  const number = lastNumber;
  const upi = db.selectFrom('upi_ids').select('upi_id').where('user_id', '=', idOf(seller));
  const { upi_id } = (await upi.executeTakeFirst()) ?? { upi_id: '' };
  await db
    .insertInto('deals')
    .values({
      id,
      number,
      offer_id: offerId,
      buyer_id: idOf(buyer),
      seller_id: idOf(seller),
      ...goods,
      ...place,
      ...terms,
      upi_id: changes['ended_at'] ? '' : upi_id,
      ...changes,
    })
    .execute();
  const agreed = { deal_id: id, number: 1, kind: 'agreed', by_side: 'seller' };
  await db.insertInto('deal_events').values(agreed).execute();
  return id;
}
