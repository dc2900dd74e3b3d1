import type { ComponentType } from 'react';
import { loadTexts } from '#i18n/locale.ts';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';

const canSpeak = () => 'speechSynthesis' in globalThis;

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Loads a button to listen after the screen. Returns undefined in a browser that cannot speak. */
export function useListen<Props>(name: string, load: Load<Props>): ComponentType<Props> | undefined {
  const isShown = useIsShown();
  const loadAll = async () => (await Promise.all([load(), loadTexts('listen')]))[0];
  return useLoaded(`listen-${name}`, loadAll, isShown && canSpeak());
}

/** Makes a component with the size of the button, so that nothing moves when the button is loaded. */
export function lazyListen<Props extends object>(name: string, load: Load<Props>) {
  return function LazyListen(props: Props) {
    const Button = useListen(name, load);
    if (!canSpeak()) return null;
    return <span className="inline-block size-11 shrink-0">{Button && <Button {...props} />}</span>;
  };
}
