import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, optionalText } from '../fields.ts';
import { limits } from '../limits.ts';

export const reportKinds = ['post', 'user', 'message', 'comment'] as const;
export type ReportKind = (typeof reportKinds)[number];
export const reportReasons = ['fraud', 'wrong-price', 'not-produce', 'abuse', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Repeated reports by the same person count once. */
export const reportFormSchema = z.object({
  kind: z.enum(reportKinds, say('invalid')),
  /** A message can be reported only by its sender and its receiver. */
  targetId: idSchema,
  reason: z.enum(reportReasons, say('reasonRequired')),
  details: optionalText(limits.report.max),
  /** With a report of a message or person, the reporter allows moderators to read these messages of their chat. */
  messageIds: z.optional(
    z.array(idSchema, say('invalid')).check(z.maxLength(limits.report.messages, say('invalid'))),
  ),
});
export type ReportForm = z.infer<typeof reportFormSchema>;

export const reportEndpoints = {
  'POST /api/v1/reports': {
    whenRestricted: 'open',
    body: reportFormSchema,
    response: envelope(z.null()),
    limits: [{ name: 'reports', points: 30, minutes: 60, by: 'member' }],
  },
  /** Returns how to reach the people who run this server; null when they gave no address. */
  'GET /api/v1/contact': { response: envelope(z.object({ email: z.nullable(z.string()) })) },
} as const;
