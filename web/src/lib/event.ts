export interface AppEvent<Args extends unknown[]> {
  publish: (...args: Args) => void;
  subscribe: (listener: (...args: Args) => void) => () => void;
}

export function makeEvent<Args extends unknown[]>(): AppEvent<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    publish(...args) {
      for (const listener of listeners) listener(...args);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
