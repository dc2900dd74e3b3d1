import type { WeatherIcon } from '@upaj/contract/mandi/weather';
import { useTexts } from '#i18n/locale.ts';

/** The sky in the reader's language, by its WMO code; by its picture where the code is an unknown one. */
export function useCondition(): (sky: { code: number; icon: WeatherIcon }) => string {
  const { conditions, skies } = useTexts('market');
  const known: Readonly<Record<number, string>> = conditions;
  return ({ code, icon }) => known[code] ?? skies[icon];
}
