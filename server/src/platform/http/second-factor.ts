import type { Viewer } from './route.ts';

/** Staff confirm a code again after this many ms. */
const freshFor = 12 * 60 * 60_000;

/** A session that lacks its second factor may only confirm a code or log out. */
export function lacksSecondFactor({ secondFactor }: Viewer): boolean {
  return secondFactor.isOn && secondFactor.confirmedAt === null;
}

export function hasFreshSecondFactor({ secondFactor: { isOn, confirmedAt } }: Viewer): boolean {
  return isOn && confirmedAt !== null && Date.now() - confirmedAt.getTime() < freshFor;
}

/** Returns whether the viewer is a moderator or administrator who may use the console now. */
export function isFreshStaff(viewer: Viewer): boolean {
  return viewer.staffRole !== null && hasFreshSecondFactor(viewer);
}
