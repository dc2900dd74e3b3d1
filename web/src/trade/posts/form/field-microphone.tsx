import type { ReactNode } from 'react';
import { loadTexts } from '#i18n/locale.ts';
import { lazyButton } from '#ui/lazy-button.tsx';
import { hasMicrophone } from '#ui/microphone/lazy-microphone.tsx';
import type { SpokenFieldName } from './spoken-field.tsx';

async function load() {
  const [{ SpokenField }] = await Promise.all([import('./spoken-field.tsx'), loadTexts('microphone')]);
  return SpokenField;
}
const FieldMicrophone = lazyButton('field-microphone', load, hasMicrophone);

/** Returns the end of the field: nothing in a browser that does not recognise speech. */
export function microphoneOf(name: SpokenFieldName): ReactNode {
  return hasMicrophone() && <FieldMicrophone name={name} />;
}
