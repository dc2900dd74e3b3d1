import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { getT, useT } from '#i18n/locale.ts';
import { admitFiles, makeSmaller, reportAdmission } from '#trade/posts/photo-files.ts';
import { makeUuid } from '#lib/uuid.ts';
import { FilePhoto } from '#ui/files.tsx';
import { ProgressBar } from '#ui/loading.tsx';
import { toast } from '#ui/toast/toast.ts';

interface ChosenPhotosProps {
  photos: readonly ChosenPhoto[];
  onRemove: (id: string) => void;
}

export function ChosenPhotos({ photos, onRemove }: ChosenPhotosProps) {
  const t = useT('chat');
  if (photos.length === 0) return null;
  return (
    <ul className="scroll-row gap-2">
      {photos.map(({ id, file, progress }, index) => (
        <li
          key={id}
          className="relative size-20 shrink-0 overflow-hidden rounded-control border border-line bg-line"
        >
          {file ? (
            <FilePhoto file={file} alt={t('photoNumber', { number: index + 1 })} />
          ) : (
            <span className="absolute inset-x-1.5 bottom-1.5">
              <ProgressBar label={t('preparing')} value={progress} />
            </span>
          )}
          <button
            type="button"
            aria-label={t('removePhoto', { number: index + 1 })}
            onClick={() => onRemove(id)}
            className="absolute top-0 right-0 grid size-11 place-items-start justify-items-end p-1"
          >
            <span className="grid size-6 place-items-center rounded-full bg-shade text-on-shade">
              <X size={16} aria-hidden />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChosenPhoto {
  id: string;
  /** Undefined while the photo is being compressed. */
  file?: File;
  progress: number;
}

export function usePhotos() {
  const [list, setList] = useState<readonly ChosenPhoto[]>([]);
  const latest = useRef(list);
  const change = (next: readonly ChosenPhoto[]) => {
    latest.current = next;
    setList(next);
  };

  async function prepare(id: string, file: File): Promise<void> {
    const patch = (part: Partial<ChosenPhoto>) =>
      change(latest.current.map((one) => (one.id === id ? { ...one, ...part } : one)));
    const smaller = await makeSmaller(file, (progress) => patch({ progress }));
    if (smaller) return patch({ file: smaller, progress: 1 });
    toast.error(`${file.name}: ${getT('fields')('imageInvalid')}`);
    change(latest.current.filter((one) => one.id !== id));
  }

  return {
    list,
    isPreparing: list.some(({ file }) => !file),
    add(files: readonly File[]) {
      const admission = admitFiles(files, latest.current.length);
      reportAdmission(admission);
      const chosen = admission.accepted.map((file) => ({ id: makeUuid(), file }));
      change([...latest.current, ...chosen.map(({ id }) => ({ id, progress: 0 }))]);
      for (const { id, file } of chosen) void prepare(id, file);
    },
    remove: (id: string) => change(latest.current.filter((one) => one.id !== id)),
    clear: () => change([]),
  };
}
