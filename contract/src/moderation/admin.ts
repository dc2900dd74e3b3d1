import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, idSchema, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { postParamsSchema } from '../trade/posts.ts';
import { reportKinds, reportReasons } from './reports.ts';
import { staffRoleSchema } from './staff.ts';

/** A username in any case, or an email address. */
const person = requiredText('usernameRequired', limits.email.max);

export const listedReportSchema = z.object({
  _id: idSchema,
  kind: z.enum([...reportKinds, 'deal']),
  reason: z.enum([...reportReasons, 'problem', 'cancelled']),
  details: z.string(),
  weight: z.number(),
  /** Null for a deal that one side cancelled alone. */
  reporterUsername: z.nullable(z.string()),
  targetId: idSchema,
  /** Author of the content, the reported person, or the side of the deal that it is about. */
  ownerUsername: z.string(),
  deal: z.nullable(z.object({ number: z.string(), buyer: z.string(), seller: z.string() })),
  /** The title of the post or deal, or the text of the message or comment. */
  text: z.string(),
  /** Hidden post, or deleted comment. */
  isHidden: z.boolean(),
  isResolved: z.boolean(),
  date: z.string(),
});
export type ListedReport = z.infer<typeof listedReportSchema>;

export const mediaCheckSchema = z.object({
  /** Photos that are shown, and their files. */
  photos: z.number(),
  files: z.number(),
  found: z.number(),
  /**
   * 'unused': files that nothing shows. 'incomplete': some sizes are missing. 'missing': all are. 'withheld': shown, but
   * listed as deleted. The first 500.
   */
  problems: z.array(
    z.object({
      kind: z.enum(['unused', 'incomplete', 'missing', 'withheld']),
      name: z.string(),
      /** The row that shows the photo, such as 'posts 0190…'. */
      shownBy: z.string(),
      isRepaired: z.boolean(),
    }),
  ),
});
export type MediaCheck = z.infer<typeof mediaCheckSchema>;

export const begunCopySchema = z.object({
  /** The position in the write-ahead log from which the copy is recovered, and the first file of the log that it needs. */
  start: z.string(),
  firstLog: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  /** PostgreSQL's version. */
  version: z.string(),
});
export type BegunCopy = z.infer<typeof begunCopySchema>;

const bytes = z.nullable(z.int(say('invalid')).check(z.gte(0, say('invalid'))));
export const backupResultSchema = z.object({
  outcome: z.enum(['success', 'failure'], say('invalid')),
  /** The folder of the backup, or why it failed. */
  what: requiredText('invalid', 1_000),
  /** Null for a failure. */
  databaseBytes: bytes,
  photoBytes: bytes,
});
export type BackupResult = z.infer<typeof backupResultSchema>;

const done = envelope(z.null());
const ofPerson = { body: z.object({ person }), response: done };
const ofPost = { body: postParamsSchema, response: done };

/**
 * For `npm run admin`, with an `authorization: Bearer` header derived from SECRET_KEY. All are idempotent and
 * describe the result in `message`.
 */
export const adminEndpoints = {
  'POST /api/v1/admin/verify': ofPerson,
  'POST /api/v1/admin/unverify': ofPerson,
  /** Ends every session and hides every post. */
  'POST /api/v1/admin/suspend': {
    body: z.object({ person, reason: optionalText(limits.report.max) }),
    response: done,
  },
  'POST /api/v1/admin/unsuspend': ofPerson,
  'POST /api/v1/admin/role': { body: z.object({ person, role: staffRoleSchema }), response: done },
  /** A user who lost the phone can then log in with the password alone. */
  'POST /api/v1/admin/second-factor-off': ofPerson,
  /** The latest 200, open ones unless `all`. `total` counts the rest too. */
  'GET /api/v1/admin/reports': {
    query: z.object({ all: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))) }),
    response: envelope(z.object({ reports: z.array(listedReportSchema), total: z.number() })),
  },
  'POST /api/v1/admin/resolve': { body: z.object({ reportId: idSchema }), response: done },
  'POST /api/v1/admin/hide-post': ofPost,
  /** Resolves the post's open reports too. */
  'POST /api/v1/admin/show-post': ofPost,
  /** Only moderators still see it; resolves its open reports. */
  'POST /api/v1/admin/delete-comment': { body: z.object({ commentId: idSchema }), response: done },
  /**
   * Moves photos to the store that new photos go to, for at most 20 s: send it again until `isDone`. Files are compared
   * before the old ones are removed.
   */
  'POST /api/v1/admin/media/move': {
    response: envelope(z.object({ moved: z.number(), bytes: z.number(), isDone: z.boolean() })),
  },
  /** Compares stored files with what posts, people and messages show; `part` is the first digit of the names. */
  'POST /api/v1/admin/media/check': {
    body: z.object({
      part: z.string(say('invalid')).check(z.regex(/^[\da-f]$/, say('invalid'))),
      repair: z.boolean(say('invalid')),
    }),
    response: envelope(mediaCheckSchema),
  },
  /** The files of the embedded database may be copied from here to the end, whatever is written meanwhile. Ends an earlier copy. */
  'POST /api/v1/admin/backup/begin': { response: envelope(begunCopySchema) },
  /** `label` is the file `backup_label`, which belongs to the copy; empty if none was under way. */
  'POST /api/v1/admin/backup/end': { response: envelope(z.object({ label: z.string() })) },
  /** The command calls it when a backup has ended, because only the server has the embedded database open. */
  'POST /api/v1/admin/backup/result': { body: backupResultSchema, response: done },
  /** Fetches from data.gov.in and responds when done. SOURCE_FAILED when some are missing. */
  'POST /api/v1/admin/fetch-rates': { response: done },
} as const;
