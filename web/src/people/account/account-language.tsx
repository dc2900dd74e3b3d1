import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  findChoice,
  getLocale,
  isLocaleLoading,
  readChoice,
  readSavedChoice,
  rememberSavedChoice,
  setLocale,
  useLocale,
  type Locale,
} from '#i18n/locale.ts';
import { currentUserQuery, useUser } from '#people/users/session.ts';
import { api } from '#lib/api.ts';

/** Saves the app's language in the account, so that emails and pushes come in it too. */
export function AccountLanguage() {
  const user = useUser();
  return user && <Reconciler key={user._id} account={user} />;
}

function Reconciler({ account }: { account: Account }) {
  // During a deployment, a server of the previous release may send no language.
  const { language = null } = account;
  const client = useQueryClient();
  const locale = useLocale();
  const lastLocale = useRef(locale);
  const { mutate } = useMutation({
    // Changes are sent one after the other, so that the second of two quick ones wins.
    scope: { id: 'language' },
    mutationFn: async (chosen: Locale) =>
      (await api('PUT /api/v1/users/language', { body: { language: chosen } })).data.language,
    onSuccess: (saved) => {
      // Another user may have logged in before the response came.
      if (client.getQueryData(currentUserQuery.queryKey)?._id !== account._id) return;
      rememberSavedChoice(saved);
      client.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, language: saved });
    },
    // There is no `onError`: after a failure, the choice is saved at the next start.
  });

  const reconcile = useEffectEvent((ofAccount: Locale | null, onOverruled: () => void): void => {
    // A language that the user has just chosen is saved once it is shown.
    if (isLocaleLoading()) return;
    const stored = readChoice();
    const isOwnChoice = stored !== undefined && stored !== readSavedChoice();
    if (ofAccount && !isOwnChoice) {
      void show(ofAccount).then((isShown) => {
        if (isShown) rememberSavedChoice(ofAccount);
        else onOverruled();
      }, keepLanguage);
      return;
    }
    const choice = findChoice();
    if (choice && choice !== ofAccount) mutate(choice);
    else if (ofAccount) rememberSavedChoice(ofAccount);
  });
  useEffect(() => {
    let isOver = false;
    const start = () => {
      if (!isOver) reconcile(language, start);
    };
    start();
    return () => {
      isOver = true;
    };
  }, [language]);

  const saveChange = useEffectEvent((chosen: Locale) => {
    if (chosen !== language) mutate(chosen);
  });
  useEffect(() => {
    if (lastLocale.current === locale) return;
    lastLocale.current = locale;
    saveChange(locale);
  }, [locale]);
  return null;
}

/** Resolves to false when the user chose another language meanwhile. */
async function show(language: Locale): Promise<boolean> {
  return language === getLocale() || setLocale(language);
}

/** When the texts cannot be fetched, the language stays as it is until the next start. */
const keepLanguage = () => undefined;
