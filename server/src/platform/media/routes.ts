import * as z from 'zod/mini';
import { AppError } from '#src/platform/http/errors.ts';
import { fileRoute, type Route } from '#src/platform/http/route.ts';
import type { Drive } from './images.ts';
import type { MediaStore } from './store.ts';

const params = z.object({ file: z.string().check(z.regex(/^[0-9a-f]{32}-\d{2,4}\.webp$/)) });

/**
 * Names are immutable, so public images are cached for a year; browsers revalidate restricted ones every
 * time.
 */
export function mediaRoute(drive: Drive, store: Pick<MediaStore, 'findViewers'>): Route {
  return fileRoute('/media/:file', { access: 'anyone', params }, async ({ params: { file }, viewer }) => {
    const [name = ''] = file.split('-', 1);
    const viewerIds = await store.findViewers(name);
    const isPublic = viewerIds === undefined;
    const isShown = isPublic || (viewer && viewerIds.includes(viewer.id));
    if (!isShown || !(await drive.exists(file))) throw new AppError('NOT_FOUND');
    return {
      type: 'image/webp',
      headers: {
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
      },
      ...(!isPublic && { etag: `"${file}"` }),
      body: () => drive.getStream(file),
    };
  });
}
