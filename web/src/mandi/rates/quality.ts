import { textGroup } from '#i18n/locale.ts';
import { useQualityWords, useVarietyName } from '#i18n/variety-names.ts';

interface Quality {
  variety: string;
  grade: string;
  /** Explains abbreviations such as 'FAQ'. */
  fullGrade: string;
}

export function useQuality(): (rate: { variety: string; grade: string }) => Quality {
  const varietyName = useVarietyName();
  const wordsOf = useQualityWords();
  const grades: Readonly<Record<string, string>> = textGroup('market', 'grades');
  return (rate) => {
    const grade = wordsOf(rate.grade);
    return {
      variety: varietyName(rate.variety),
      grade,
      fullGrade: grades[rate.grade.toLowerCase()] ?? grade,
    };
  };
}

export function useQualityText(): (rate: { variety: string; grade: string }) => string {
  const qualityOf = useQuality();
  return (rate) => {
    const { variety, grade } = qualityOf(rate);
    return [variety, grade].filter(Boolean).join(' · ');
  };
}
