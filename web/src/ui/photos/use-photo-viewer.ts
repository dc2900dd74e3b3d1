import { useEffect, useRef } from 'react';
import { useT } from '#i18n/locale.ts';
import type { Photo } from './photo-viewer.ts';
import { toast } from '#ui/toast/toast.ts';

/** Opens photos large. The code loads at the first tap, and the viewer closes with the component. */
export function usePhotoViewer(): (photos: readonly Photo[], index: number) => Promise<void> {
  const t = useT('common');
  const close = useRef<() => void>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      close.current?.();
    };
  }, []);

  return async (photos, index) => {
    try {
      const { openPhotoViewer } = await import('./photo-viewer.ts');
      if (isGone.current) return;
      close.current = openPhotoViewer(photos, index, {
        title: t('photos'),
        close: t('close'),
        zoom: t('zoom'),
        previous: t('previousPhoto'),
        next: t('nextPhoto'),
        failed: t('imageFailed'),
      });
    } catch {
      toast.error(t('networkError'));
    }
  };
}
