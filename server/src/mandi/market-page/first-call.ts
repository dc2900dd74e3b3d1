import { writeLocation, type Location } from '@upaj/contract/mandi/market-page';

/** The market's location in the next calls is the address of the account. */
export const firstCall = {
  url: '/api/v1/users/current-user',
  readParams(json: string): { location: string } {
    const { user } = (JSON.parse(json) as { data: { user: { address?: Partial<Location> } } }).data;
    const { state, district } = user.address ?? {};
    return { location: state ? writeLocation({ state, ...(district && { district }) }) : '' };
  },
};
