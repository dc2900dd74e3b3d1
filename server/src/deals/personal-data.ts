import { erased, retained, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';

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

  offers: {
    people: {
      buyer_id: retained('an offer belongs to both; the other side sees a former member'),
      seller_id: retained('an offer belongs to both; the other side sees a former member'),
    },
  },
  offer_changes: { people: {}, why: 'rounds of an offer' },
  deals: {
    people: {
      buyer_id: retained('a deal belongs to both; the other side sees a former member'),
      seller_id: retained('a deal belongs to both; the other side sees a former member'),
    },
  },
  deal_events: { people: {}, why: 'history of a deal' },
  upi_ids: { people: { user_id: erased('their UPI id') } },
  upi_views: { people: { viewer_id: erased('deals in which they saw a UPI id') } },
  agreed_prices: { people: {}, why: 'medians of several sellers' },
} satisfies Partial<PersonalTables<TableName>>;
