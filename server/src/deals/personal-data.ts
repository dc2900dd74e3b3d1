import { erased, retained, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';

const belongsToBoth = 'it belongs to both; the other side sees a former member';
const buyer = retained(belongsToBoth);
/** What is copied from the seller's post is emptied, because the post is deleted with its photos. */
const seller = (emptied: Record<string, ''>) => ({ ...retained(belongsToBoth), onDeletion: { emptied } });

export const dealsTables = {
  reviews: {
    people: {
      reviewer_id: {
        isExported: true,
        onDeletion: { emptied: { comment: '' } },
        why: 'reviews they wrote; the stars stay, so that ratings do not change when people leave',
      },
      person_id: erased('reviews about them'),
    },
  },
  offers: { people: { buyer_id: buyer, seller_id: seller({ image: '' }) } },
  offer_changes: {
    people: {},
    through: { table: 'offers', column: 'offer_id' },
    why: 'rounds of an offer belong to both',
  },
  deals: {
    people: {
      buyer_id: { ...buyer, onDeletion: { emptied: { buyer_origins: '' } } },
      seller_id: seller({ image: '', village: '', city: '', pincode: '', upi_id: '', seller_origins: '' }),
    },
    // `overdue` ends when a side reports a problem, so it would betray the problem to the other side. The UPI ID is
    // secret because each view of it is recorded. The origins are hashes that compare the two sides.
    secrets: ['overdue', 'upi_id', 'buyer_origins', 'seller_origins'],
  },
  deal_events: {
    people: {},
    // A gap in the numbers would betray a problem that the other side reported. The reporter finds it among the
    // exported reports.
    secrets: ['number'],
    through: { table: 'deals', column: 'deal_id', exceptKind: 'problem' },
    why: 'the history of a deal belongs to both',
  },
  upi_ids: { people: { user_id: erased('their UPI id') } },
  upi_views: { people: { viewer_id: erased('deals in which they saw a UPI id') } },
} satisfies Partial<PersonalTables<TableName>>;
