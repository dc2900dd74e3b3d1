import { deviceTexts } from '#lib/storage.ts';

/**
 * Lets the app's texts use its font. On a first visit the browser fetches it now, after the scripts, because on a slow
 * line they would wait for it. public/theme.js does the same at once when the browser has it.
 */
export function showFont(): void {
  document.documentElement.dataset['font'] = 'anek';
  deviceTexts.write('upaj-font', 'anek');
}
