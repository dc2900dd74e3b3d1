import type { ComponentType } from 'react';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Loads a button after the screen. Returns undefined until then, and where the browser cannot do what it does. */
export function useLazyButton<Props>(
  name: string,
  load: Load<Props>,
  isOffered: boolean,
): ComponentType<Props> | undefined {
  return useLoaded(name, load, useIsShown() && isOffered);
}

/** Makes a component with the size of the button, so that nothing moves when the button is loaded. */
export function lazyButton<Props extends object>(name: string, load: Load<Props>, isOffered: () => boolean) {
  return function LazyButton(props: Props) {
    const Button = useLazyButton(name, load, isOffered());
    if (!isOffered()) return null;
    return <span className="inline-block size-11 shrink-0">{Button && <Button {...props} />}</span>;
  };
}
