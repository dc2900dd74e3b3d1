import { farmersOne } from './people-farmers-1.ts';
import { farmersTwo } from './people-farmers-2.ts';
import { merchants } from './people-merchants.ts';
import type { DemoPerson } from './person.ts';

/** The first farmer and the first merchant are the accounts a newcomer is offered. */
export const demoPeople: readonly DemoPerson[] = [...farmersOne, ...farmersTwo, ...merchants];
