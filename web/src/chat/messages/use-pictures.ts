import { useRef, useState } from 'react';
import { getCatalogue } from '#i18n/locale.ts';
import { admitFiles, makeSmaller, sayWhatWasLeftOut } from '#lib/pictures.ts';
import { makeUuid } from '#lib/uuid.ts';
import { toast } from '#ui/toast.ts';

export interface ChosenPicture {
  id: string;
  /** Undefined while it is being made smaller. */
  file?: File;
  /** 0…1 of making it smaller. */
  progress: number;
}

/** Photographs for the message that is being written, each made smaller before it is sent. */
export function usePictures() {
  const [list, setList] = useState<readonly ChosenPicture[]>([]);
  const latest = useRef(list);
  const change = (next: readonly ChosenPicture[]) => {
    latest.current = next;
    setList(next);
  };

  async function prepare(id: string, file: File): Promise<void> {
    const patch = (part: Partial<ChosenPicture>) =>
      change(latest.current.map((one) => (one.id === id ? { ...one, ...part } : one)));
    const smaller = await makeSmaller(file, (progress) => patch({ progress }));
    if (smaller) return patch({ file: smaller, progress: 1 });
    toast.error(`${file.name}: ${getCatalogue().fields.imageInvalid}`);
    change(latest.current.filter((one) => one.id !== id));
  }

  return {
    list,
    isPreparing: list.some(({ file }) => !file),
    add(files: readonly File[]) {
      const admission = admitFiles(files, latest.current.length);
      sayWhatWasLeftOut(admission);
      const chosen = admission.accepted.map((file) => ({ id: makeUuid(), file }));
      change([...latest.current, ...chosen.map(({ id }) => ({ id, progress: 0 }))]);
      for (const { id, file } of chosen) void prepare(id, file);
    },
    remove: (id: string) => change(latest.current.filter((one) => one.id !== id)),
    clear: () => change([]),
  };
}
