import * as z from 'zod/mini';
import { AppError } from '#src/platform/http/errors.ts';
import { fileRoute, type Route, type Viewer } from '#src/platform/http/route.ts';
import { isFreshStaff } from '#src/platform/http/second-factor.ts';
import type { Drive } from './drive.ts';
import type { MediaStore } from './store.ts';

const params = z.object({ file: z.string().check(z.regex(/^[0-9a-f]{32}-\d{2,4}\.webp$/)) });

interface MediaRouteDeps {
  drive: Drive;
  store: Pick<MediaStore, 'findViewers'>;
  mediaUrl: string | undefined;
  /** Returns whether the moderator needs to see the photo now, for their work. */
  isEvidence: IsEvidence;
}

export type IsEvidence = (photo: string, moderatorId: string) => Promise<boolean>;

/**
 * Serves photos. Names are immutable, so public photos are cached for a year; browsers revalidate restricted ones every
 * time.
 */
export function mediaRoute({ drive, store, mediaUrl, isEvidence }: MediaRouteDeps): Route {
  const toEveryone = {
    'cross-origin-resource-policy': mediaUrl ? 'cross-origin' : 'same-origin',
    // A cache in front of the server revalidates after five minutes, so that it drops a deleted photo.
    'cache-control': `public, max-age=31536000, immutable${mediaUrl ? ', s-maxage=300' : ''}`,
  };
  const toViewers = {
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  };
  const maySee = async (viewer: Viewer, viewerIds: readonly string[], name: string) =>
    viewerIds.includes(viewer.id) || (isFreshStaff(viewer) && isEvidence(name, viewer.id));
  return fileRoute('/media/:file', { access: 'anyone', params }, async ({ params, viewer, request }) => {
    const { file } = params;
    const [name = ''] = file.split('-', 1);
    const viewers = await store.findViewers(name);
    const isPublic = viewers === undefined;
    const isShown = isPublic || (viewer && (await maySee(viewer, viewers, name)));
    const etag = `"${file}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    const photo = isShown && !isKnown ? await drive.open(file) : undefined;
    if (!isShown || (!photo && !isKnown)) throw new AppError('NOT_FOUND');
    return {
      type: 'image/webp',
      headers: isPublic ? toEveryone : toViewers,
      etag,
      body: () => photo ?? '',
    };
  });
}
