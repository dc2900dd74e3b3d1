/**
 * Announces inside this process that something happened, to parts that the sender does not know. Listeners run at once,
 * in the order in which they were added.
 */
export function localEvent<News extends unknown[] = []>() {
  const listeners: ((...news: News) => void)[] = [];
  return {
    listen: (listener: (...news: News) => void): void => void listeners.push(listener),
    emit(...news: News): void {
      for (const listener of listeners) listener(...news);
    },
  };
}

export type LocalEvent<News extends unknown[] = []> = ReturnType<typeof localEvent<News>>;
