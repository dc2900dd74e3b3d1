import * as z from 'zod/mini';
import { pagedEnvelope } from '../envelope.ts';
import { idSchema, pageQueryFields } from '../fields.ts';

/** An action or a look of a moderator. Names are null after the account was deleted. */
export const auditRowSchema = z.object({
  _id: idSchema,
  at: z.string(),
  actor: z.nullable(z.string()),
  role: z.string(),
  action: z.string(),
  caseId: z.nullable(idSchema),
  person: z.nullable(z.string()),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  why: z.string(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

/** Administrators download all rows here. */
export const auditCsvPath = '/api/v1/moderation/audit.csv';

export const auditEndpoints = {
  /** Lists the rows for administrators, latest first. */
  'GET /api/v1/moderation/audit': {
    query: z.object(pageQueryFields),
    response: pagedEnvelope(auditRowSchema),
  },
} as const;
