import { adminRoute, type Route } from '#src/platform/http/route.ts';
import type { AdminService } from './service.ts';

export function adminRoutes(admin: AdminService): Route[] {
  const done = (message: string) => ({ message, data: null });

  return [
    adminRoute('POST /api/v1/admin/verify', async ({ body: { person } }) =>
      done(`@${await admin.setVerified(person, true)} is verified.`),
    ),

    adminRoute('POST /api/v1/admin/unverify', async ({ body: { person } }) =>
      done(`@${await admin.setVerified(person, false)} is no longer verified.`),
    ),

    adminRoute('POST /api/v1/admin/suspend', async ({ body: { person, reason } }) =>
      done(`@${await admin.suspend(person, reason)} is suspended: logged out everywhere, all posts hidden.`),
    ),

    adminRoute('POST /api/v1/admin/unsuspend', async ({ body: { person } }) =>
      done(`@${await admin.restore(person)} is restored.`),
    ),

    adminRoute('GET /api/v1/admin/reports', async ({ query }) => ({
      message: 'Reports',
      data: await admin.findReports(query.all === 'true'),
    })),

    adminRoute('POST /api/v1/admin/resolve', async ({ body: { reportId } }) => {
      await admin.resolve(reportId);
      return done('The report is resolved.');
    }),

    adminRoute('POST /api/v1/admin/hide-post', async ({ body: { postId } }) => {
      await admin.hidePost(postId);
      return done('The post is hidden from everyone except its owner.');
    }),

    adminRoute('POST /api/v1/admin/show-post', async ({ body: { postId } }) => {
      await admin.showPost(postId);
      return done('The post is visible again and its reports are resolved.');
    }),

    adminRoute('POST /api/v1/admin/delete-comment', async ({ body: { commentId } }) => {
      await admin.deleteComment(commentId);
      return done('The comment is deleted and its reports are resolved.');
    }),
  ];
}
