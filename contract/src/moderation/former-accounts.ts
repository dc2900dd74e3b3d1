/** How many days what moderators need of a deleted account stays, if they had something to do with it. */
export const formerAccountDays = 180;
