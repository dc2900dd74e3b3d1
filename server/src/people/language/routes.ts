import { AppError } from '#src/platform/http/errors.ts';
import { anyMemberRoute, type Route } from '#src/platform/http/route.ts';
import type { LanguageStore } from './store.ts';

export function languageRoutes(store: LanguageStore): Route[] {
  return [
    anyMemberRoute('PUT /api/v1/users/language', async ({ body, viewer }) => {
      if (!(await store.save(viewer.id, body.language))) throw new AppError('NOT_LOGGED_IN');
      return { message: 'Language saved', data: body };
    }),
  ];
}
