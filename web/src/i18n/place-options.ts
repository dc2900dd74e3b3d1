import { useLocale, usePlaceName } from './locale.ts';

/** In the reader's language and its order. The English name is stored. */
export function usePlaceOptions(): (names: readonly string[]) => { value: string; label: string }[] {
  const placeName = usePlaceName();
  const locale = useLocale();
  return (names) =>
    names
      .map((name) => ({ value: name, label: placeName(name) }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
}
