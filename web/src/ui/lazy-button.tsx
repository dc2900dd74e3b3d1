import type { ComponentType } from 'react';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';

/**
 * Makes a component that loads a button after the screen. It has the button's size from the start, so that nothing
 * moves, and shows nothing where the browser cannot do what the button does.
 */
export function lazyButton<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  isOffered: () => boolean,
) {
  return function LazyButton(props: Props) {
    const Button = useLoaded(name, load, useIsShown() && isOffered());
    if (!isOffered()) return null;
    return <span className="inline-block size-11 shrink-0">{Button && <Button {...props} />}</span>;
  };
}
