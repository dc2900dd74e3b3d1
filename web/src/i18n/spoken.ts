import type { Amount } from '@upaj/contract/trade/amounts';
import type { Quantity } from '@upaj/contract/trade/quantity';
import type { AmountUnit, PriceUnit } from '@upaj/contract/trade/units';
import { dateFormat } from '#lib/format.ts';
import { getLocale, getT, langOf, type Locale } from './locale.ts';

export interface Speech {
  text: string;
  lang: Locale;
}

// Texts for the ear have no symbols and no commas in numbers: voices read '₹2,625.50' in parts, or not at all.

export function spokenMoney(amount: number): string {
  const paise = Math.round(amount * 100);
  return getT('listen')('money', { rupees: Math.floor(paise / 100), paise: paise % 100 });
}

export function spokenUnit(unit: PriceUnit): string {
  return unit === 'per kg' ? getT('listen')('perKg') : getT('names')(`unit.${unit}`);
}

export function spokenPrice(price: number, unit: PriceUnit): string {
  return getT('listen')('price', { price: spokenMoney(price), unit: spokenUnit(unit) });
}

export function spokenAmount(amount: Amount | Quantity): string {
  const t = getT('listen');
  if ('quantity' in amount) return withUnit(amount.unit, amount.quantity, String(amount.quantity));
  const { number, upTo, unit, each } = amount;
  const shown = upTo === undefined ? String(number) : t('range', { from: number, to: upTo });
  const own = withUnit(unit, upTo ?? number, shown);
  return each ? t('each', { amount: own, each: withUnit(each.unit, each.number, String(each.number)) }) : own;
}

function withUnit(unit: AmountUnit, count: number, amount: string): string {
  const isAbbreviated = unit === 'kg' || unit === 'g' || unit === 'ml';
  return isAbbreviated
    ? getT('listen')(`amount.${unit}`, { amount })
    : getT('names')(`amount.${unit}`, { count, amount });
}

/** Returns '24 November, 10:42 am', with the month in full. */
export function spokenTime(iso: string): string {
  const format = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return dateFormat(getLocale(), format).format(new Date(iso));
}

/** Joins sentences of the app to one speech in the reader's language. */
export function spokenSentences(sentences: readonly (string | false | null | undefined)[]): Speech {
  const text = sentences.filter(Boolean).join('\n');
  return { text, lang: getLocale() };
}

const links = /\b(?:https?:\/\/|www\.)\S+/giu;
const symbols = /[\p{S}\p{Extended_Pictographic}*#_|\\]\uFE0F?\u200D?/gu;

/** Returns nothing for a text that has no words without its links and symbols. */
export function spokenText(text: string): Speech[] {
  const lang = langOf(text.replace(links, '')) ?? getLocale();
  const words = text
    .replace(links, ' ')
    .replace(/\p{Nd}{1,3}(?:,\p{Nd}{2,3})+(?!\p{Nd})/gu, (number) => number.replaceAll(',', ''))
    .replace(/(?:₹|\brs\.?)\s*(\p{Nd}+(?:\.\p{Nd}+)?)(?:\s*\/-)?/giu, (_, amount: string) =>
      // The other languages' words for rupees are not loaded.
      lang === getLocale() ? getT('listen')('rupees', { amount }) : amount,
    )
    // A phone number is read digit by digit.
    .replace(/\p{Nd}{9,}/gu, (number) => [...number].join(' '))
    .replace(symbols, ' ')
    .replace(/\s*\/\s*/gu, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? [{ text: words, lang }] : [];
}
