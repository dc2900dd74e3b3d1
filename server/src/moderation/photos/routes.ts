import { adminRoute, type Route } from '#src/platform/http/route.ts';
import type { PhotosService } from './service.ts';

export function photosRoutes(photos: PhotosService): Route[] {
  return [
    adminRoute('POST /api/v1/admin/media/move', async () => {
      const { moved, bytes, isDone } = await photos.move();
      const megabytes = (bytes / 1024 / 1024).toFixed(1);
      const end = isDone ? `All photos are on ${photos.target}.` : 'There are more.';
      return {
        message: photos.hasOthers
          ? `${moved} files (${megabytes} MB) moved to ${photos.target} and compared. ${end}`
          : 'Photos are on the disk, and there is no other place: set S3_URL.',
        data: { moved, bytes, isDone },
      };
    }),

    adminRoute('POST /api/v1/admin/media/check', async ({ body: { part, repair } }) => {
      const found = await photos.check(part, repair);
      return { message: `${found.photos} photos, ${found.files} files`, data: found };
    }),
  ];
}
