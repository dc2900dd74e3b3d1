import { findCrop } from '@upaj/contract/crops';
import type { PriceNotice, PushPayload } from '@upaj/contract/notifications';
import { writeLetter, type LetterText } from '#src/mail/letter.ts';
import type { Mail } from '#src/mail/mail.ts';

type Language = 'en' | 'hi';

/** Prices in one mail or push; of more it says how many. */
const inMail = 10;
const inPush = 3;

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
      above: `above your ${target}`,
      below: `below your ${target}`,
      equal: `just your ${target}`,
    };
    return `${nameOf(notice, 'en')} is at ${priceOf(notice, 'en')} in ${placeOf(notice, 'en')} (${dayOf(notice, 'en')}), ${ending[isBeyond(notice)]}.`;
  },
  hi(notice) {
    const target = `आपके ${rupees.format(notice.targetPrice)}`;
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

const titles: Record<Language, (count: number, first: PriceNotice) => string> = {
  en: (count, first) =>
    count === 1
      ? `${first.isSample ? samples.en : ''}${nameOf(first, 'en')}: ${priceOf(first, 'en')}`
      : `${count} prices you wait for`,
  hi: (count, first) =>
    count === 1
      ? `${first.isSample ? samples.hi : ''}${nameOf(first, 'hi')}: ${priceOf(first, 'hi')}`
      : `${count} भाव जिनकी आपको प्रतीक्षा थी`,
};

function linesOf(notices: readonly PriceNotice[], most: number, language: Language): string {
  const lines = notices
    .slice(0, most)
    .map((notice) => `${notice.isSample ? samples[language] : ''}${sentences[language](notice)}`);
  const left = notices.length - lines.length;
  if (left > 0) lines.push(language === 'en' ? `And ${left} more.` : `और ${left} भाव।`);
  return lines.join('\n');
}

/** Where the notices lead: to the rate, or from several to the market. */
function pathOf(notices: readonly [PriceNotice, ...PriceNotice[]]): string {
  return notices.length === 1 ? `/Market/rates/${notices[0].rateId}` : '/Market';
}

/** One push, however many notices. */
export function writePush(notices: readonly [PriceNotice, ...PriceNotice[]]): PushPayload {
  const part = (language: Language) => ({
    title: titles[language](notices.length, notices[0]),
    body: linesOf(notices, inPush, language),
  });
  return { en: part('en'), hi: part('hi'), url: pathOf(notices) };
}

/** One mail, however many notices. */
export function writeNoticeLetter(
  to: string,
  publicUrl: string,
  notices: readonly [PriceNotice, ...PriceNotice[]],
): Mail {
  const en: LetterText = {
    subject: `Upaj: ${titles.en(notices.length, notices[0])}`,
    action: notices.length === 1 ? 'See this price' : 'See the market',
    before: linesOf(notices, inMail, 'en'),
    after:
      'You get this mail because of your price alerts on Upaj. You can turn these mails off in your settings there.',
  };
  const hi: LetterText = {
    subject: `उपज: ${titles.hi(notices.length, notices[0])}`,
    action: notices.length === 1 ? 'यह भाव देखें' : 'बाज़ार देखें',
    before: linesOf(notices, inMail, 'hi'),
    after: 'यह मेल उपज पर आपके भाव अलर्ट के कारण आया है। ऐसे मेल आप वहाँ अपनी सेटिंग में बंद कर सकते हैं।',
  };
  return writeLetter(to, `${publicUrl}${pathOf(notices)}`, { en, hi });
}
