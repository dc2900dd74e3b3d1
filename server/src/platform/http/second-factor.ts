import type { Viewer } from './route.ts';

/** Staff show a code again after so long, in ms. */
const freshFor = 12 * 60 * 60_000;

/** Such a session may only show a code, or log out. */
export function lacksSecondFactor({ secondFactor }: Viewer): boolean {
  return secondFactor.isOn && secondFactor.confirmedAt === null;
}

export function hasFreshSecondFactor({ secondFactor: { isOn, confirmedAt } }: Viewer): boolean {
  return isOn && confirmedAt !== null && Date.now() - confirmedAt.getTime() < freshFor;
}

/** Moderators and administrators who may use the console now. */
export function isFreshStaff(viewer: Viewer): boolean {
  return viewer.staffRole !== null && hasFreshSecondFactor(viewer);
}
