import { vi } from 'vitest';

export class FakeUtterance {
  voice: { lang: string } | null = null;
  lang = '';
  onend?: () => void;
  onerror?: (event: { error: string }) => void;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Says nothing, and remembers what it should say, with the voice. */
export class FakeSynthesis {
  voices: { lang: string; localService: boolean }[];
  said: [text: string, voice: string | undefined][] = [];
  onvoiceschanged?: () => void;
  private current: FakeUtterance | undefined;

  constructor(langs: readonly string[]) {
    this.voices = langs.map((lang) => ({ lang, localService: true }));
  }
  getVoices = () => [...this.voices];
  speak = (utterance: FakeUtterance) => {
    this.current = utterance;
    this.said.push([utterance.text, utterance.voice?.lang]);
  };
  cancel = vi.fn<() => void>(() => this.current?.onerror?.({ error: 'canceled' }));
  finish = () => this.current?.onend?.();
  fail = (error: string) => this.current?.onerror?.({ error });
}

export function stubSpeech(langs: readonly string[]): FakeSynthesis {
  const synthesis = new FakeSynthesis(langs);
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  return synthesis;
}
