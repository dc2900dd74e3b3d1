import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { admitFiles, makeSmaller, reportAdmission } from '#trade/posts/photo-files.ts';
import { toast } from '#ui/toast/toast.ts';
import { moveTo, pickedPhoto, type FormPhoto } from './photo.ts';

export interface Photos {
  list: readonly FormPhoto[];
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Shows the reason `key` in the photo's place. */
  refuse: (photo: FormPhoto, key: string) => void;
  move: (id: string, place: number) => void;
  /** Resolves when all photos are ready. */
  whenReady: () => Promise<readonly FormPhoto[]>;
}

export function usePhotos(initial: readonly FormPhoto[], onAdded: () => void): Photos {
  const t = useT('create-post');
  const [list, setList] = useState(initial);
  // This is a ref because preparing photos outlives the render that started it.
  const latest = useRef(initial);
  const preparing = useRef(new Map<string, Promise<void>>());
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    // A draft may contain photos that are not compressed yet.
    for (const photo of latest.current) start(photo);
    return () => {
      isGone.current = true;
    };
  }, []);

  function change(next: readonly FormPhoto[]): void {
    if (isGone.current) return;
    latest.current = next;
    setList(next);
  }

  function replace(id: string, next: FormPhoto): void {
    change(latest.current.map((photo) => (photo.id === id ? next : photo)));
  }

  function refuse({ id, name }: Pick<FormPhoto, 'id' | 'name'>, key: string): void {
    replace(id, { id, name, state: 'refused', key });
  }

  function start(photo: FormPhoto): void {
    if (photo.state !== 'preparing' || preparing.current.has(photo.id)) return;
    preparing.current.set(photo.id, prepare(photo, photo.file));
  }

  async function prepare({ id, name }: FormPhoto, file: File): Promise<void> {
    const ready = await makeSmaller(file, (progress) =>
      replace(id, { id, name, state: 'preparing', progress, file }),
    );
    if (ready) replace(id, { id, name, state: 'ready', file: ready });
    else refuse({ id, name }, 'imageInvalid');
    preparing.current.delete(id);
  }

  return {
    list,
    add(files) {
      const admission = admitFiles(files, latest.current.length);
      const { accepted } = admission;
      const count = accepted.length;
      reportAdmission(admission, count > 0 ? t('imagesAdded', { count }) : undefined);
      if (count === 0) return;
      const picked = accepted.map(pickedPhoto);
      change([...latest.current, ...picked]);
      picked.forEach(start);
      onAdded();
    },
    remove(id) {
      change(latest.current.filter((photo) => photo.id !== id));
      toast.success(t('imageRemoved'));
    },
    refuse,
    move(id, place) {
      change(moveTo(latest.current, id, place));
    },
    async whenReady() {
      await Promise.all(preparing.current.values());
      return latest.current;
    },
  };
}
