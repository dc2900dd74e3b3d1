import { loadTexts } from '#i18n/locale.ts';
import { lazyButton } from '#ui/lazy-button.tsx';

export const hasMicrophone = () =>
  'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis;

async function load() {
  const [{ Microphone }] = await Promise.all([import('./microphone.tsx'), loadTexts('microphone')]);
  return Microphone;
}

/** Shows nothing in a browser that does not recognise speech. */
export const LazyMicrophone = lazyButton('microphone', load, hasMicrophone);
