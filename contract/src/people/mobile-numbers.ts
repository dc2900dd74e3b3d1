import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import type { CallLimit } from '../rate-limits.ts';
import { contactSchema } from './credentials.ts';
import {
  addAadhaarSchema,
  addEmailSchema,
  askForCodeSchema,
  logInByCodeSchema,
  passwordByCodeSchema,
  proveNumberSchema,
} from './number-codes.ts';
import { accountSchema } from './profiles.ts';

/** Limits that the server counts itself, because it knows the browsers of an account. */
export const codeLimits = {
  ofPair: { name: 'codes-of-number-at-address', points: 3, minutes: 60 },
  ofNumber: { name: 'codes-of-number', points: 10, minutes: 24 * 60 },
  /** Other people's requests do not count for a browser that has logged in to the account of the number. */
  ofDevice: { name: 'codes-of-device', points: 3, minutes: 60 },
  ofDeviceInDay: { name: 'codes-of-device-in-a-day', points: 10, minutes: 24 * 60 },
  /** Wrong codes of a browser that did not ask for the code. */
  wrongOfAddress: { name: 'wrong-codes-of-address', points: 30, minutes: 60 },
};

const asked: CallLimit = { name: 'codes-of-address', points: 60, minutes: 60, by: 'address' };
const tried: CallLimit = { name: 'code-tries-of-address', points: 600, minutes: 60, by: 'address' };
const ofMember: CallLimit = { name: 'codes-of-member', points: 10, minutes: 60, by: 'member' };
const triedByMember: CallLimit = { name: 'code-tries-of-member', points: 60, minutes: 60, by: 'member' };

const done = envelope(z.null());
const account = envelope(z.object({ user: accountSchema }));

export const mobileNumberEndpoints = {
  /** Sends a code by SMS. The response is the same whether or not the number has an account. */
  'POST /api/v1/users/login-code': {
    whenRestricted: 'open',
    body: askForCodeSchema,
    response: done,
    limits: [asked],
  },
  /**
   * Opens the account of the number, or a new one: `isNew` says that it is still to be completed. `user` is null until
   * the session has confirmed a code of its second factor.
   */
  'POST /api/v1/users/login-code/confirm': {
    whenRestricted: 'open',
    body: logInByCodeSchema,
    response: envelope(z.object({ user: z.nullable(accountSchema), isNew: z.boolean() })),
    limits: [tried],
  },
  /** Sends a code to a number that the member wants to log in with. */
  'POST /api/v1/users/contact-code': {
    whenRestricted: 'open',
    body: z.object({ contact: contactSchema }),
    response: done,
    limits: [ofMember],
  },
  /** The number becomes the one that the account logs in with, and its contact. */
  'POST /api/v1/users/contact-code/confirm': {
    whenRestricted: 'open',
    body: proveNumberSchema,
    response: account,
    limits: [triedByMember],
  },
  /** Sets a password by a code that `contact-code` sent to the number of the account. Other sessions end. */
  'PUT /api/v1/users/password': {
    whenRestricted: 'open',
    body: passwordByCodeSchema,
    response: done,
    limits: [triedByMember],
  },
  /** Sends a link to an address for an account without one. The account gets it when the link is opened. */
  'POST /api/v1/users/email': {
    whenRestricted: 'open',
    body: addEmailSchema,
    response: done,
    limits: [{ name: 'added-emails', points: 5, minutes: 60, by: 'member' }],
  },
  'POST /api/v1/users/aadhaar': {
    whenRestricted: 'open',
    body: addAadhaarSchema,
    response: account,
    limits: [{ name: 'added-aadhaar', points: 5, minutes: 60, by: 'member' }],
  },
} as const;
