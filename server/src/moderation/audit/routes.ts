import { auditCsvPath } from '@upaj/contract/moderation/audit';
import { administratorRoute, fileRoute, type Route } from '#src/platform/http/route.ts';
import type { AuditService } from './service.ts';

export function auditRoutes(audit: AuditService): Route[] {
  return [
    administratorRoute('GET /api/v1/moderation/audit', async ({ query }) => ({
      message: 'What moderators did',
      ...(await audit.findPage(query)),
    })),

    fileRoute(auditCsvPath, { access: 'administrator' }, () => ({
      type: 'text/csv; charset=utf-8',
      headers: {
        'content-disposition': 'attachment; filename="upaj-audit.csv"',
        'cache-control': 'private, no-store',
      },
      body: audit.openCsv,
    })),
  ];
}
