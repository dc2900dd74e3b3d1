import { expressionBuilder, sql, type Expression } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { DealsNotifications, OfferData } from '@upaj/contract/deals/notifications';
import type { Language } from '@upaj/contract/texts';
import { dealNumber } from '#src/deals/rows.ts';
import {
  asSentence,
  dataId,
  type NotificationKinds,
  type OfNotification,
} from '#src/notify/notifications.ts';
import { canMeet } from '#src/people/access.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { amountText, longDates, rupees } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';

const recipient = sql.ref<string>('notification.user_id');
const nameIfShown = sql<string | null>`case when ${canMeet(recipient)} then users.full_name end`;

const eb = expressionBuilder<DB, 'users' | 'offers' | 'deals'>();

function isOtherSideOf(table: 'offers' | 'deals') {
  const sides = [eb.ref(`${table}.buyer_id`), eb.ref(`${table}.seller_id`)];
  return eb.and([eb('users.id', '<>', recipient), eb('users.id', 'in', sides)]);
}

function ownReview(eb: OfNotification) {
  return eb.selectFrom('reviews').where('reviews.id', '=', dataId('reviewId'));
}

/**
 * Reads a review by aggregates, which always return a row. Its fields are null when the user may not see the review's
 * author.
 */
function reviewData(eb: OfNotification): Expression<unknown> {
  return ownReview(eb)
    .innerJoin('users', 'users.id', 'reviews.reviewer_id')
    .where(canMeet(recipient))
    .select((of) =>
      jsonBuildObject({ name: of.fn.max('users.full_name'), rating: of.fn.max('reviews.rating') }).as(
        'review',
      ),
    );
}

function ownOffer(eb: OfNotification) {
  return eb.selectFrom('offers').where('offers.id', '=', dataId('offerId'));
}

/** Reads an offer with the terms of the last round before the notification. */
function offerData(eb: OfNotification): Expression<unknown> {
  return ownOffer(eb)
    .innerJoin('users', (join) => join.on(isOtherSideOf('offers')))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('offer_changes')
          .select(['quantity', 'unit', 'price', 'price_unit'])
          .whereRef('offer_changes.offer_id', '=', 'offers.id')
          .where('offer_changes.quantity', 'is not', null)
          .orderBy(sql`offer_changes.created_at <= notification.created_at`, 'desc')
          .orderBy('offer_changes.version', 'desc')
          .limit(1)
          .as('round'),
      (join) => join.onTrue(),
    )
    .select((of) =>
      jsonBuildObject({
        userId: of.ref('users.id'),
        name: nameIfShown,
        title: of.ref('offers.title'),
        quantity: of.ref('round.quantity'),
        unit: of.ref('round.unit'),
        price: of.ref('round.price'),
        priceUnit: of.ref('round.price_unit'),
        dealId: of.selectFrom('deals').select('deals.id').whereRef('deals.offer_id', '=', 'offers.id'),
      }).as('offer'),
    );
}

function ownDeal(eb: OfNotification) {
  return eb.selectFrom('deals').where('deals.id', '=', dataId('dealId'));
}

function dealData(eb: OfNotification): Expression<unknown> {
  return ownDeal(eb)
    .innerJoin('users', (join) => join.on(isOtherSideOf('deals')))
    .select((of) =>
      jsonBuildObject({
        number: dealNumber,
        title: of.ref('deals.title'),
        pickupDate: of.ref('deals.pickup_date'),
        name: nameIfShown,
        by: sql<string>`case users.id when deals.buyer_id then 'buyer' else 'seller' end`,
      }).as('deal'),
    );
}

export const dealsNotifications: NotificationKinds<DealsNotifications> = {
  review: {
    hidden: ['reviewerId'],
    isShown: (eb) => eb.exists(ownReview(eb).select('reviews.id')),
    data: reviewData,
    title: (_, language) => textsIn(language, 'push-and-email')('title.review'),
    sentence({ name, rating }, language) {
      const t = textsIn(language, 'notifications');
      const values = { name: name ?? t('someone') };
      return asSentence(rating ? t('rated', { ...values, rating }) : t('reviewed', values), language);
    },
  },

  offer: {
    isSentBySms: () => sql<boolean>`notification.data ->> 'event' = 'accepted'`,
    isShown: (eb) => eb.exists(ownOffer(eb).select('offers.id')),
    data: offerData,
    title: ({ event, title }, language) =>
      textsIn(language, 'push-and-email')(`title.offer.${event}`, { title }),
    sentence(offer, language) {
      const t = textsIn(language, 'notifications');
      const { event, name, title } = offer;
      const values = { name: name ?? t('someone'), title, terms: termsOf(offer, language) };
      return asSentence(t(`offer.${event}`, values), language);
    },
  },

  deal: {
    isSentBySms: () => sql<boolean>`notification.data ->> 'event' in ('cancel', 'cancelled', 'lapsed')`,
    isShown: (eb) => eb.exists(ownDeal(eb).select('deals.id')),
    data: dealData,
    title({ event, by, name, title }, language) {
      const values = { by, name: name ?? textsIn(language, 'notifications')('someone'), title };
      return textsIn(language, 'push-and-email')(`title.deal.${event}`, values);
    },
    sentence({ event, by, name, number, title, pickupDate }, language) {
      const t = textsIn(language, 'notifications');
      const date = pickupDate ? longDates[language].format(new Date(pickupDate)) : '';
      const values = { by, name: name ?? t('someone'), number, title, date };
      return asSentence(t(`deal.${event}`, values), language);
    },
  },

  upi: {
    isAlwaysSent: true,
    title: (data, language) => textsIn(language, 'notifications')('upi', data),
    sentence: (_, language) => textsIn(language, 'push-and-email')('upi'),
  },
};

function termsOf({ quantity, unit, price, priceUnit }: OfferData, language: Language): string {
  return textsIn(language, 'notifications')('terms', {
    amount: amountText({ quantity, unit }, language),
    price: `${rupees.format(price)} ${textsIn(language, 'names')(`unit.${priceUnit}`)}`,
  });
}
