import { imageVariant, photoWidths } from '@upaj/contract/limits';
import PhotoSwipe from 'photoswipe';
import { addLayer } from '#lib/layers.ts';
import 'photoswipe/style.css';
import './photo-viewer.css';

export interface Photo {
  url: string;
  width: number;
  height: number;
  alt: string;
}

export interface PhotoViewerTexts {
  title: string;
  close: string;
  zoom: string;
  previous: string;
  next: string;
  failed: string;
}

/** Opens photos for pinching, swiping and arrow keys. @returns the function that closes them */
export function openPhotoViewer(
  photos: readonly Photo[],
  index: number,
  texts: PhotoViewerTexts,
): () => void {
  const viewer = new PhotoSwipe({
    dataSource: photos.map(({ url, width, height, alt }) => ({
      src: url,
      srcset: photoWidths.map((size) => `${imageVariant(url, size)} ${size}w`).join(', '),
      msrc: imageVariant(url, photoWidths[1]),
      width,
      height,
      alt,
    })),
    index,
    loop: false,
    bgOpacity: 1,
    showHideAnimationType: 'fade',
    closeTitle: texts.close,
    zoomTitle: texts.zoom,
    arrowPrevTitle: texts.previous,
    arrowNextTitle: texts.next,
    errorMsg: texts.failed,
  });
  const close = () => viewer.close();
  viewer.on('initialLayout', () => {
    viewer.element?.setAttribute('aria-label', texts.title);
    viewer.element?.setAttribute('aria-modal', 'true');
  });
  // The back button of Android closes the viewer, in browsers that report it.
  const { CloseWatcher } = window as { CloseWatcher?: new () => EventTarget & { destroy: () => void } };
  const watcher = CloseWatcher && new CloseWatcher();
  watcher?.addEventListener('close', close);
  const removeLayer = addLayer(close);
  viewer.on('close', () => {
    watcher?.destroy();
    removeLayer();
  });
  viewer.init();
  return close;
}
