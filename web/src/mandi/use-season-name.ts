import { useTexts } from '#i18n/locale.ts';

/** 'Rabi 2026-27' in the reader's language. */
export function useSeasonName(): (season: string) => string {
  const names: Readonly<Record<string, string>> = useTexts('market').seasons;
  return (season) => season.replace(/^\w+/, (name) => names[name] ?? name);
}
