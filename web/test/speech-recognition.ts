import { vi } from 'vitest';

/** Hears what the test says: a text, nothing for '', or an error of the browser for '!network'. */
export class FakeRecognition extends EventTarget {
  static says: string | undefined = '';
  static langs: string[] = [];
  lang = '';
  processLocally = false;
  abort = () => this.dispatchEvent(new Event('end'));
  start() {
    FakeRecognition.langs.push(this.lang);
    const { says } = FakeRecognition;
    if (says === undefined) return;
    queueMicrotask(() => {
      if (says.startsWith('!'))
        this.dispatchEvent(Object.assign(new Event('error'), { error: says.slice(1) }));
      else if (says)
        this.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript: says }]] }));
      this.dispatchEvent(new Event('end'));
    });
  }
}

/** `says` is undefined for someone who does not stop speaking. */
export function hear(says: string | undefined): void {
  FakeRecognition.says = says;
}

export function stubRecognition(): void {
  FakeRecognition.langs = [];
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition);
}
