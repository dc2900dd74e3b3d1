import { createContext, type ComponentType } from 'react';

interface ListenParts {
  ListenToMessage: ComponentType<{ text: string }>;
}

/** The button that reads a message aloud, once it is loaded: a room has hundreds of messages, and loads it once. */
export const ListenContext = createContext<ListenParts | undefined>(undefined);
