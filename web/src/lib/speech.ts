interface Recognition extends EventTarget {
  lang: string;
  processLocally?: boolean;
  start(): void;
  abort(): void;
}
interface RecognitionClass {
  new (): Recognition;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}
interface RecognitionResult extends Event {
  results: readonly (readonly { transcript: string }[])[];
}

function recognitionClass(): RecognitionClass | undefined {
  const browser = globalThis as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
}

export class SpeechError extends Error {
  override name = 'SpeechError';
  readonly reason: 'denied' | 'offline' | 'other';
  constructor(code: string | undefined) {
    super(`Speech was not recognised: ${code}`);
    this.reason = reasons[code ?? ''] ?? 'other';
  }
}

/** What the errors of the browser mean for the speaker. */
const reasons: Readonly<Record<string, SpeechError['reason']>> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'denied',
  'audio-capture': 'denied',
  network: 'offline',
};

/** Returns whether the browser writes down what is said without sending it anywhere. */
export async function listensLocally(lang: string): Promise<boolean> {
  const found = await recognitionClass()?.available?.({ langs: [lang], processLocally: true });
  return found === 'available';
}

/**
 * Listens until the speaker stops. @returns what was said; '' if nothing was heard, or the signal aborted
 * @throws SpeechError when the browser may not or cannot listen
 */
export async function listen(
  lang: string,
  { isLocal, signal }: { isLocal: boolean; signal: AbortSignal },
): Promise<string> {
  const Recognition = recognitionClass();
  if (!Recognition) throw new SpeechError('missing');
  const recognition = new Recognition();
  recognition.lang = lang;
  if (isLocal) recognition.processLocally = true;
  let said = '';
  let end: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  recognition.addEventListener('result', (event) => {
    said = (event as RecognitionResult).results[0]?.[0]?.transcript ?? '';
  });
  recognition.addEventListener('error', (event) => {
    const { error } = event as Event & { error?: string };
    if (error === 'no-speech' || error === 'aborted') end();
    else fail(new SpeechError(error));
  });
  recognition.addEventListener('end', () => end());
  signal.addEventListener('abort', () => recognition.abort());
  recognition.start();
  await ended;
  return said;
}
