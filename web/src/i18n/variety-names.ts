import { nameOfCrop, useCrops } from './crop-names.ts';
import { textGroup, useLocale } from './locale.ts';

/**
 * Translates a quality such as 'Green (Whole)' word by word. It stays in AGMARKNET's English unless all its words are
 * known.
 */
export function useQualityWords(): (quality: string) => string {
  useLocale();
  const words: Readonly<Record<string, string>> = textGroup('varieties', 'words');
  return (quality) => {
    const isKnown = quality.match(/\p{L}+/gu)?.every((word) => Object.hasOwn(words, word.toLowerCase()));
    return isKnown ? quality.replace(/\p{L}+/gu, (word) => words[word.toLowerCase()] ?? word) : quality;
  };
}

/** Translates varieties, and crops too, because many mandis report the crop's name as the variety. */
export function useVarietyName(): (variety: string) => string {
  const locale = useLocale();
  const known = useCrops(locale !== 'en');
  const wordsOf = useQualityWords();
  return (variety) => {
    const crop = known?.findCrop(variety);
    return crop ? nameOfCrop(crop, locale) : wordsOf(variety);
  };
}
