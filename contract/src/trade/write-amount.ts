import type { Amount, Packaging } from './amounts.ts';
import type { Quantity } from './quantity.ts';
import type { AmountUnit, PackagingCode } from './units.ts';

interface Language {
  /** Writes the unit after the number, which `shown` has. */
  unitText: (unit: AmountUnit, count: number, shown: string) => string;
  format: (number: number) => string;
}

/** Writes '20.5 tonnes', '2-3 weeks' and '10 bags × 50 kg'. */
export function writeAmount(amount: Amount | Quantity, language: Language): string {
  const { unitText, format } = language;
  if ('quantity' in amount) return unitText(amount.unit, amount.quantity, format(amount.quantity));
  const { number, upTo, unit, each } = amount;
  const shown = upTo === undefined ? format(number) : `${format(number)}-${format(upTo)}`;
  const own = unitText(unit, upTo ?? number, shown);
  return each ? `${own} × ${writeAmount(each, language)}` : own;
}

/** Writes 'Jute bag, 50 kg' and '10 bags × 50 kg'. */
export function writePackaging(
  { code, count, number, unit }: Packaging,
  codeText: (code: PackagingCode) => string,
  amountText: (amount: Amount) => string,
): string {
  const content = number === undefined || !unit ? undefined : { number, unit };
  if (count !== undefined && content && (code === 'bag' || code === 'box'))
    return amountText({ number: count, unit: code, each: content });
  return [codeText(code), content && amountText(content)].filter(Boolean).join(', ');
}
