import { spokenText } from '#i18n/spoken.ts';
import { ListenButton } from '#ui/listen/listen-button.tsx';

/** Shows nothing for a message without words, such as a link. */
export function ListenToMessage({ text }: { text: string }) {
  const isReadable = spokenText(text).length > 0;
  return (
    isReadable && <ListenButton speeches={() => spokenText(text)} size={16} className="-m-3 text-leaf" />
  );
}
