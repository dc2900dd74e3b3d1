import { findCrop } from '@upaj/contract/crops';
import type { PriceNotice } from '@upaj/contract/notify/notifications';
import type { Language, Words } from './words.ts';

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});
const dates = {
  en: new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' }),
  hi: new Intl.DateTimeFormat('hi-IN', { dateStyle: 'long', timeZone: 'UTC' }),
};
const units = {
  en: { quintal: 'per quintal', kg: 'per kg' },
  hi: { quintal: 'प्रति क्विंटल', kg: 'प्रति किलो' },
};
const mandi = { en: 'mandi', hi: 'मंडी' };
const samples = { en: 'Sample data: ', hi: 'नमूना जानकारी: ' };

function nameOf({ crop, commodity }: PriceNotice, language: Language): string {
  return (crop && findCrop(crop)?.[language]) || commodity;
}

function placeOf({ market }: PriceNotice, language: Language): string {
  return /mandi/i.test(market) ? market : `${market} ${mandi[language]}`;
}

function isBeyond({ price, targetPrice }: PriceNotice): 'above' | 'below' | 'equal' {
  if (price === targetPrice) return 'equal';
  return price > targetPrice ? 'above' : 'below';
}

const sentences: Record<Language, (notice: PriceNotice) => string> = {
  en(notice) {
    const target = rupees.format(notice.targetPrice);
    const ending = {
      above: `above your target of ${target}`,
      below: `below your target of ${target}`,
      equal: `exactly your target of ${target}`,
    };
    return `${nameOf(notice, 'en')} is at ${priceOf(notice, 'en')} in ${placeOf(notice, 'en')} (${dayOf(notice, 'en')}), ${ending[isBeyond(notice)]}.`;
  },
  hi(notice) {
    const target = `आपके तय भाव ${rupees.format(notice.targetPrice)}`;
    const ending = { above: `${target} से ऊपर`, below: `${target} से नीचे`, equal: `${target} के बराबर` };
    return `${placeOf(notice, 'hi')} में ${nameOf(notice, 'hi')} का भाव ${priceOf(notice, 'hi')} है (${dayOf(notice, 'hi')}), ${ending[isBeyond(notice)]}।`;
  },
};

function priceOf({ price, unit }: PriceNotice, language: Language): string {
  return `${rupees.format(price)} ${units[language][unit]}`;
}

function dayOf({ arrivalDate }: PriceNotice, language: Language): string {
  return dates[language].format(new Date(arrivalDate));
}

const sampleOf = ({ isSample }: PriceNotice, language: Language) => (isSample ? samples[language] : '');

export const priceWords: Words<PriceNotice> = {
  title: (notice, language) =>
    `${sampleOf(notice, language)}${nameOf(notice, language)}: ${priceOf(notice, language)}`,
  sentence: (notice, language) => `${sampleOf(notice, language)}${sentences[language](notice)}`,
  path: ({ rateId }) => `/Market/rates/${rateId}`,
  several: {
    path: '/Market',
    en: { title: (count) => `${count} of your price alerts were reached`, action: 'View market' },
    hi: { title: (count) => `${count} भाव आपके तय भाव तक पहुंचे`, action: 'मंडी देखें' },
  },
  en: { action: 'View price', reason: 'your price alerts' },
  hi: { action: 'यह भाव देखें', reason: 'आपके भाव अलर्ट' },
};
