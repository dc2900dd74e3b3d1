import type { Speech } from '#i18n/spoken.ts';
import type { Locale } from '#i18n/locale.ts';
import { splitSpeech } from './split-speech.ts';

/** Only one text is read aloud at a time, by the button that has this id. */
let current: { owner: string } | undefined;
const listeners = new Set<() => void>();
/** Chromium collects an utterance that nothing refers to, and then never says that it ended. */
const utterances = new Set<SpeechSynthesisUtterance>();

export const isPlaying = (owner: string): boolean => current?.owner === owner;

export function subscribeToPlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Does nothing while another button plays. */
export function stop(owner: string): void {
  if (!isPlaying(owner)) return;
  speechSynthesis.cancel();
  change(undefined);
}

/**
 * Reads the texts aloud, each by a voice of its language, and resolves at the end or when it is stopped. Passes the
 * first language that no voice speaks to `onMissing`; its texts are left out.
 * @throws when the browser fails to speak
 */
export async function play(
  owner: string,
  speeches: readonly Speech[],
  onMissing: (lang: Locale) => void,
): Promise<void> {
  if (current) speechSynthesis.cancel();
  const own = { owner };
  change(own);
  // The browser would go on after the page has been left.
  globalThis.addEventListener('pagehide', stopAny);
  try {
    const voices = await findVoices();
    if (current !== own) return;
    const missing = speeches.find(({ lang }) => !chooseVoice(voices, lang));
    if (missing) onMissing(missing.lang);
    for (const { text, lang } of speeches) {
      const voice = chooseVoice(voices, lang);
      for (const part of voice ? splitSpeech(text) : []) {
        await say(part, voice);
        if (current !== own) return;
      }
    }
  } finally {
    if (current === own) change(undefined);
  }
}

/** In ms. Chromium loads its voices after the page, and a phone without any never says so. */
const longestWait = 1500;

async function findVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  const found = speechSynthesis.getVoices();
  if (found.length > 0) return found;
  await new Promise<void>((resolve) => {
    speechSynthesis.onvoiceschanged = () => resolve();
    setTimeout(resolve, longestWait);
  });
  return speechSynthesis.getVoices();
}

/** Prefers the voice of India, then one that needs no connection. Android writes 'hi_IN'. */
function chooseVoice(
  voices: readonly SpeechSynthesisVoice[],
  lang: string,
): SpeechSynthesisVoice | undefined {
  const tagOf = (voice: SpeechSynthesisVoice) => voice.lang.replace('_', '-').toLowerCase();
  const ofLanguage = voices.filter((voice) => tagOf(voice).split('-')[0] === lang);
  const ofIndia = ofLanguage.filter((voice) => tagOf(voice) === `${lang}-in`);
  const [first, ...others] = ofIndia.length > 0 ? ofIndia : ofLanguage;
  return [first, ...others].find((voice) => voice?.localService) ?? first;
}

async function say(text: string, voice: SpeechSynthesisVoice | undefined): Promise<void> {
  const utterance = new SpeechSynthesisUtterance(text);
  utterances.add(utterance);
  utterance.voice = voice ?? null;
  utterance.lang = voice?.lang ?? '';
  const ended = new Promise<void>((resolve, reject) => {
    utterance.onend = () => resolve();
    utterance.onerror = ({ error }) => {
      if (error === 'interrupted' || error === 'canceled') resolve();
      else reject(new Error(`The text was not read aloud: ${error}`));
    };
  });
  speechSynthesis.speak(utterance);
  await ended.finally(() => utterances.delete(utterance));
}

function stopAny(): void {
  if (current) stop(current.owner);
}
