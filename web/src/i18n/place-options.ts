import { useLocale, usePlaceName } from './locale.ts';

/** States or districts as choices, in the reader's language and its order. What is stored is the English name. */
export function usePlaceOptions(): (names: readonly string[]) => { value: string; label: string }[] {
  const placeName = usePlaceName();
  const locale = useLocale();
  return (names) =>
    names
      .map((name) => ({ value: name, label: placeName(name) }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
}
