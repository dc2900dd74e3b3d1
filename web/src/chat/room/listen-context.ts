import { createContext, type ComponentType } from 'react';

/** The button that reads a message aloud, once it is loaded: a room has hundreds of messages, and loads it once. */
export const ListenContext = createContext<ComponentType<{ text: string }> | undefined>(undefined);
