import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { loadTexts, useLocale } from '#i18n/locale.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { foreignLanguages, translatorApi, type Texts } from './translator.ts';

interface Translated<T extends Texts> {
  texts: T;
  /** It is empty if the texts are in the reader's language or the browser cannot translate them. */
  button: ReactNode;
  /** Marks a translated text that is not near the button. It is empty if that text was not translated. */
  markOf: (name: keyof T) => ReactNode;
}

async function loadParts() {
  const [{ TranslateButton, TranslatedMark }] = await Promise.all([
    import('./translate-button.tsx'),
    loadTexts('post-page'),
  ]);
  return { TranslateButton, TranslatedMark };
}

/** Returns the texts as written, or as the browser translated them when the reader asked for it. */
export function useTranslated<T extends Texts>(written: T): Translated<T> {
  const reader = useLocale();
  const isOffered = Boolean(translatorApi()) && foreignLanguages(written, reader).length > 0;
  const { data: parts } = useQuery({ ...moduleQuery('translate', loadParts), enabled: isOffered });
  const [translation, setTranslation] = useState<{ of: string; texts: T }>();
  // The translation is for this language and these texts, and both may change.
  const source = JSON.stringify([reader, written]);
  const translated = translation?.of === source ? translation.texts : undefined;
  return {
    texts: translated ?? written,
    button: parts && isOffered && (
      <parts.TranslateButton
        key={source}
        written={written}
        isTranslated={translated !== undefined}
        onTranslated={(texts) => setTranslation({ of: source, texts: texts as T })}
        onOriginal={() => setTranslation(undefined)}
      />
    ),
    markOf: (name) => {
      const isTranslated = translated !== undefined && translated[name] !== written[name];
      return parts && isTranslated && <parts.TranslatedMark />;
    },
  };
}
