import { useLocale, usePlaceName } from './locale.ts';

/**
 * The options have labels in the reader's language, sorted by them, and English names as values, because those are
 * stored.
 */
export function usePlaceOptions(): (names: readonly string[]) => { value: string; label: string }[] {
  const placeName = usePlaceName();
  const locale = useLocale();
  return (names) =>
    names
      .map((name) => ({ value: name, label: placeName(name) }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
}
