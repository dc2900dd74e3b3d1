import type { FastifyRequest } from 'fastify';
import { revealsOfNewAccount } from '@upaj/contract/people/profiles';
import { passwordTries, takenAddresses } from '@upaj/contract/people/account';
import { codeTries } from '@upaj/contract/people/second-factor';
import type { Provider } from '@upaj/contract/people/social-login';
import * as z from 'zod/mini';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import { clusterTopic } from '#src/platform/realtime/topics.ts';
import './events.ts';
import { countResets } from './account/count-resets.ts';
import { accountRoutes } from './account/routes.ts';
import { accountService } from './account/service.ts';
import { accountStore } from './account/store.ts';
import { addressProofService } from './address-proof/service.ts';
import { blocksRoutes } from './blocks/routes.ts';
import { blocksService } from './blocks/service.ts';
import { blocksStore } from './blocks/store.ts';
import { directoryRoutes } from './directory/routes.ts';
import { directoryService } from './directory/service.ts';
import { directoryStore } from './directory/store.ts';
import { formerAccountsService } from './former-accounts/service.ts';
import { followsRoutes } from './follows/routes.ts';
import { followsService, notifyOfFollows } from './follows/service.ts';
import { followsStore } from './follows/store.ts';
import { namesService } from './names/service.ts';
import type { Cost } from './passwords/hashing.ts';
import { passwordsService } from './passwords/service.ts';
import { profilesRoutes } from './profiles/routes.ts';
import { notifyOfPhones, profilesService } from './profiles/service.ts';
import { profilesStore } from './profiles/store.ts';
import { secondFactorCodes } from './second-factor/codes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { notifyOfSecondFactors, secondFactorsService } from './second-factor/service.ts';
import { secondFactorsStore } from './second-factor/store.ts';
import { lastSeenService } from './sessions/last-seen.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { sessionsService, type Ended } from './sessions/service.ts';
import { sessionsStore } from './sessions/store.ts';
import { providerConfigs, type ProviderAddresses } from './social-login/providers.ts';
import { socialRoutes } from './social-login/routes.ts';
import { socialService } from './social-login/service.ts';
import { socialStore } from './social-login/store.ts';
import { devicesService } from './devices/service.ts';
import { additionsService } from './additions/service.ts';
import { additionsStore } from './additions/store.ts';
import { mobileNumbersRoutes } from './mobile-numbers/routes.ts';
import { mobileNumbersService } from './mobile-numbers/service.ts';
import { mobileNumbersStore } from './mobile-numbers/store.ts';
import { numberCodesService } from './number-codes/service.ts';
import { numberCodesStore } from './number-codes/store.ts';
import { createEnter, type FindAppealToken } from './users/enter.ts';
import { createLogIn } from './users/log-in.ts';
import { usersRoutes } from './users/routes.ts';
import { usersService } from './users/service.ts';
import { usersStore } from './users/store.ts';

const sessionEnded = clusterTopic(
  'sessionEnded',
  1,
  z.union([z.object({ token: z.string() }), z.object({ userId: z.string() })]),
);

export interface PeopleOptions {
  providerAddresses?: Partial<Record<Provider, ProviderAddresses>> | undefined;
  passwordCost?: Cost | undefined;
}

interface Needs {
  notifications: NotificationsService;
  outbox: OutboxService;
  /** Finds the token that opens the decision that suspended an account. */
  findAppealToken: FindAppealToken;
}

export function composePeople(
  platform: Platform,
  { notifications, outbox, findAppealToken }: Needs,
  { providerAddresses, passwordCost }: PeopleOptions = {},
) {
  const { env, db, server, log, cluster, rateLimit, realtime, mailer, messenger, media, sessionCookie } =
    platform;
  const { publicUrl, secretKeys } = env;
  const sessionsIn = sessionsStore({ db });
  const lastSeen = lastSeenService({ store: sessionsIn, log });
  server.addHook('onClose', () => lastSeen.close());
  const publish = (changed: Ended) =>
    cluster.publish(sessionEnded, 'token' in changed ? changed : { userId: changed.userId });
  const sessions = sessionsService({ store: sessionsIn, lastSeen, cookie: sessionCookie });
  sessions.changed.listen(publish);
  sessions.ended.listen((ended) => {
    publish(ended);
    if ('token' in ended) realtime.disconnectSession(ended.token);
    else realtime.disconnectUser(ended.userId, ended.exceptToken);
  });
  cluster.on(sessionEnded, (ended) => sessions.drop(ended));
  cluster.missed.listen(() => sessions.drop(undefined));
  const { invalidateUser } = sessions;

  const passwords = passwordsService({ cost: passwordCost });
  const devices = devicesService({ secretKeys, publicUrl });
  const profiles = profilesService({
    db,
    store: profilesStore({ db }),
    media,
    realtime,
    outbox,
    revealsOfNewAccount: rateLimit(revealsOfNewAccount),
  });
  profiles.addressChanged.listen(sessions.refreshUser);
  const names = namesService({ db, changed: (ids) => ids.forEach((id) => profiles.shownChanged.emit(id)) });
  const usersIn = usersStore({ db });
  const users = usersService({ store: usersIn, media, passwords, secretKeys });
  const enter = createEnter({ sessions, profiles, devices, findAppealToken });
  const logIn = createLogIn({ store: usersIn, passwords, devices, rateLimit, enter });
  const addressProof = addressProofService();
  const account = accountService({
    db,
    proof: addressProof,
    takenAddresses: rateLimit(takenAddresses),
    outbox,
    store: accountStore({ db }),
    passwords,
    wrongPasswords: rateLimit(passwordTries),
    mailer,
    publicUrl,
    invalidateUser,
  });
  const formerAccounts = formerAccountsService(secretKeys);
  const secondFactors = secondFactorsService({
    store: secondFactorsStore({ db }),
    codes: secondFactorCodes(secretKeys),
    account,
    sessions,
    wrongCodes: rateLimit(codeTries),
    outbox,
    log,
  });
  const follows = followsService({ db, store: followsStore({ db }), outbox });
  const blocks = blocksService({ db, store: blocksStore({ db }), follows, realtime });

  const providers = providerConfigs(env.providers, providerAddresses);
  const socialIn = socialStore({ db });
  async function loadAuth() {
    const { createAuth } = await import('./social-login/auth.ts');
    return createAuth({
      db,
      env,
      providers,
      log,
      findAccountState: socialIn.findAccountState,
      findAppealToken,
      async endAllLogins(userId) {
        await socialIn.endAllLogins(userId);
        invalidateUser(userId);
      },
      async announceChange(userId) {
        await socialIn.announceChange(userId);
        outbox.nudge();
      },
    });
  }
  let auth: ReturnType<typeof loadAuth> | undefined;
  const openAuth = () => (auth ??= loadAuth());
  const setUp = providers.map(({ providerId }) => providerId);
  const social = socialService({ openAuth, store: socialIn, publicUrl, setUp, invalidateUser, outbox });

  const directory = directoryService({ store: directoryStore({ db }) });
  const { tokenOf } = sessionCookie;
  async function findDevice(request: FastifyRequest, email: string) {
    const userId = await users.findIdByEmail(email);
    return userId && devices.find(request, userId);
  }
  const additions = additionsService({
    store: additionsStore({ db }),
    account,
    mailer,
    publicUrl,
    secretKeys,
    outbox,
  });
  const numbersIn = mobileNumbersStore({ db });
  const numbers = mobileNumbersService({
    store: numbersIn,
    codes: numberCodesService({
      store: numberCodesStore({ db }),
      messenger,
      gateway: env.sms,
      rateLimit,
      secretKeys,
      publicUrl,
      async findDevice(request, number) {
        const owner = await numbersIn.findOwner(number);
        return owner && devices.find(request, owner.id);
      },
    }),
    isSetUp: messenger.isSetUp,
    enter,
    passwords,
    account,
    rateLimit,
    outbox,
  });
  return {
    routes: [
      ...usersRoutes({ logIn, sessions, devices, users, profiles, account, outbox }),
      ...sessionsRoutes({ sessions, tokenOf }),
      ...accountRoutes({
        account,
        profiles,
        sessions,
        countReset: countResets({ rateLimit, findDevice }),
        tokenOf,
        devices,
      }),
      ...secondFactorRoutes({ secondFactors, profiles, tokenOf }),
      ...mobileNumbersRoutes({ numbers, additions, profiles, sessions, tokenOf }),
      ...socialRoutes({ social, profiles, devices, hasNumberCodes: numbers.isSetUp }),
      ...profilesRoutes(profiles),
      ...followsRoutes(follows),
      ...blocksRoutes(blocks),
      ...directoryRoutes(directory),
    ],
    jobs: [{ name: 'add-name-keys', cron: '5 * * * *', run: names.addKeys }],
    consumers: {
      'account.changed': [names.mark],
      'account.registered': [names.mark],
      'follow.added': [notifyOfFollows(notifications)],
      'phone.changed': [notifyOfPhones(notifications)],
      'second-factor.changed': [notifyOfSecondFactors(notifications)],
    },
    services: {
      users,
      devices,
      sessions,
      lastSeen,
      account,
      addressProof,
      formerAccounts,
      secondFactors,
      profiles,
      follows,
      blocks,
      directory,
    },
  };
}
