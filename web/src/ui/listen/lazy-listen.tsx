import type { ComponentType } from 'react';
import { loadTexts } from '#i18n/locale.ts';
import { lazyButton } from '#ui/lazy-button.tsx';

export const canSpeak = () => 'speechSynthesis' in globalThis;

/** Loads a part with a button to listen, together with the texts. */
export async function loadListen<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadTexts('listen')]);
  return part;
}

export function lazyListen<Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) {
  return lazyButton(`listen-${name}`, () => loadListen(load), canSpeak);
}
