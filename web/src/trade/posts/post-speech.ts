import { nameOfMandi } from '@upaj/contract/mandi/mandi-names';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import type { Post } from '@upaj/contract/trade/posts';
import { getT } from '#i18n/locale.ts';
import { spokenAmount, spokenPrice, spokenSentences, spokenText, type Speech } from '#i18n/spoken.ts';

interface Names {
  cropName: string;
  place: string;
  placeName: (english: string) => string;
}

/** Says what is sold, at which price, how much and where, and reads what the seller wrote in their own language. */
export function postSpeech(post: Post, { cropName, place, placeName }: Names): Speech[] {
  const t = getT('listen');
  const { price, priceUnit, quantity, amounts, author, marketPrice } = post;
  const mandi = comparePrice(post);
  const facts = [
    t('post.crop', { crop: cropName }),
    !post.isAvailable && t('post.soldOut'),
    t('post.price', { price: spokenPrice(price, priceUnit) }),
    amounts?.quantity && t('post.quantity', { amount: spokenAmount(amounts.quantity) }),
  ];
  const more = [
    t('post.place', { place }),
    t('post.seller', { name: author.fullName }),
    mandi &&
      marketPrice &&
      t('post.mandi', {
        price: spokenPrice(mandi.mandiPrice, mandi.unit),
        market: nameOfMandi(marketPrice.market, placeName),
      }),
    marketPrice?.isSample && t('rate.sample'),
  ];
  return [
    ...spokenText(post.title),
    spokenSentences(facts),
    ...(amounts?.quantity ? [] : spokenText(quantity)),
    spokenSentences(more),
    ...spokenText(post.description),
  ];
}
