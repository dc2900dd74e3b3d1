import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Trash from 'lucide-react/icons/trash-2';
import { useTexts } from '#i18n/locale.ts';
import { IconButton } from '#ui/icon-button.tsx';

interface PhotoActionsProps {
  place: number;
  count: number;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** At an end of the row a button stays, without effect, so that focus is not lost when a photograph arrives there. */
export function PhotoActions({ place, count, onMove, onRemove }: PhotoActionsProps) {
  const texts = useTexts('createPost');
  const look = 'text-ink hover:bg-leaf-wash aria-disabled:opacity-35 disabled:opacity-35';
  return (
    <div className="flex items-center justify-between">
      {count > 1 && (
        <>
          <IconButton
            label={texts.moveEarlier(place + 1)}
            aria-disabled={place === 0 || undefined}
            className={look}
            onClick={() => onMove(-1)}
          >
            <ChevronLeft size={22} aria-hidden />
          </IconButton>
          <IconButton
            label={texts.moveLater(place + 1)}
            aria-disabled={place === count - 1 || undefined}
            className={look}
            onClick={() => onMove(1)}
          >
            <ChevronRight size={22} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton
        label={texts.removePhoto(place + 1)}
        className="ml-auto text-mirch hover:bg-mirch-wash disabled:opacity-35"
        onClick={onRemove}
      >
        <Trash size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
