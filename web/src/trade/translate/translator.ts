import { langOfText } from '@upaj/contract/lang-of-text';
import type { Language } from '@upaj/contract/texts';

interface Pair {
  sourceLanguage: Language;
  targetLanguage: Language;
}

interface CreateOptions extends Pair {
  monitor: (model: EventTarget) => void;
  /** Aborting it ends the download. */
  signal: AbortSignal;
}

interface OnDeviceTranslator {
  translate(text: string): Promise<string>;
  destroy(): void;
}

/** The browser's API is described at https://webmachinelearning.github.io/translation-api/ */
export interface TranslatorApi {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: CreateOptions): Promise<OnDeviceTranslator>;
}

export type Texts = Readonly<Record<string, string>>;

export function translatorApi(): TranslatorApi | undefined {
  return (globalThis as { Translator?: TranslatorApi }).Translator;
}

/** Returns the languages of the texts that differ from the reader's. */
export function foreignLanguages(texts: Texts, reader: Language): Language[] {
  const languages = Object.values(texts).map((text) => langOfText(text, reader));
  return [...new Set(languages)].filter((one) => one !== undefined && one !== reader) as Language[];
}

export async function translatableLanguages(
  sources: readonly Language[],
  targetLanguage: Language,
): Promise<Language[]> {
  const api = translatorApi();
  const isOffered = await Promise.all(
    sources.map(async (sourceLanguage) => {
      const found = await api?.availability({ sourceLanguage, targetLanguage });
      return found !== undefined && found !== 'unavailable';
    }),
  );
  return sources.filter((_, index) => isOffered[index]);
}

/** Call it from a press: browsers download a model only then. */
export async function translate<T extends Texts>(
  texts: T,
  sources: readonly Language[],
  reader: Language,
  { onDownload, signal }: { onDownload: (part: number) => void; signal: AbortSignal },
): Promise<T> {
  const api = translatorApi();
  if (!api) throw new Error('This browser has no translator');
  const monitor = (model: EventTarget) =>
    model.addEventListener('downloadprogress', (event) => onDownload((event as ProgressEvent).loaded));
  const created = sources.map(async (sourceLanguage) => {
    const options = { sourceLanguage, targetLanguage: reader, monitor, signal };
    return [sourceLanguage, await api.create(options)] as const;
  });
  try {
    const translators = new Map(await Promise.all(created));
    const entries = Object.entries(texts).map(async ([name, text]) => {
      const language = langOfText(text, reader);
      const translator = language && translators.get(language);
      return [name, translator ? await translator.translate(text) : text];
    });
    return Object.fromEntries(await Promise.all(entries)) as T;
  } finally {
    // If one translator could not be created, the other may arrive later.
    for (const one of created)
      void one.then(
        ([, translator]) => translator.destroy(),
        () => undefined,
      );
  }
}
