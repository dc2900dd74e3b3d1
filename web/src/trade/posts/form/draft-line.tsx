import NotebookPen from 'lucide-react/icons/notebook-pen';
import { useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';

interface DraftLineProps {
  lostPhotos: number;
  onStartAfresh: () => void;
}

export function DraftLine({ lostPhotos, onStartAfresh }: DraftLineProps) {
  const texts = useTexts('createPost');
  const ask = async () => {
    const { startAfresh: action, startAfreshTitle: title, startAfreshText: text } = texts;
    if (await confirm({ title, text, action, isDangerous: true })) onStartAfresh();
  };
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 rounded-control bg-leaf-wash py-1 pr-1 pl-4 md:mb-5"
    >
      <NotebookPen size={20} aria-hidden className="shrink-0 text-leaf" />
      <p className="flex-1 py-2">
        {texts.draftRestored}
        {lostPhotos > 0 && <b className="block font-semibold">{texts.photosLost(lostPhotos)}</b>}
      </p>
      <Button variant="quiet" className="px-3" onClick={() => void ask()}>
        {texts.startAfresh}
      </Button>
    </div>
  );
}
