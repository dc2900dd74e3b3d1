import type { WhenRestricted } from '@upaj/contract/endpoints';
import { datesInIndia } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';
import { AppError } from './errors.ts';
import type { Viewer } from './route.ts';

/** Returns the refusal of what is closed to the viewer by the decision of a moderator. */
export function findRestriction(
  { whenRestricted }: { whenRestricted?: WhenRestricted },
  viewer: Viewer | null,
): AppError | undefined {
  const until = viewer?.restrictedUntil;
  if (whenRestricted !== 'closed' || !until || until <= new Date()) return undefined;
  return new AppError('RESTRICTED', {
    data: { until: until.toJSON() },
    message: textsIn('en', 'notifications')('decision.restrict', { date: datesInIndia.en.format(until) }),
  });
}
