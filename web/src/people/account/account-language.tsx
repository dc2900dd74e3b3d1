import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  findChoice,
  getLocale,
  readChoice,
  readLocale,
  rememberLocale,
  setLocale,
  useLocale,
  type Locale,
} from '#i18n/locale.ts';
import { currentUserQuery, useUser } from '#people/users/session.ts';
import { api } from '#lib/api.ts';

/** The choice that an account already has, or had: it is not another user's. */
const savedChoice = 'upaj-locale-saved';
const rememberSavedChoice = (locale: Locale) => rememberLocale(savedChoice, locale);

/** Emails and pushes come in the language of the app. */
export function AccountLanguage() {
  const user = useUser();
  return user && <Reconciler key={user._id} account={user} />;
}

function Reconciler({ account }: { account: Account }) {
  // A server of the release before sends none.
  const { language = null } = account;
  const client = useQueryClient();
  const locale = useLocale();
  const lastLocale = useRef(locale);
  const { mutate } = useMutation({
    // In sequence: of two quick changes the second wins.
    scope: { id: 'language' },
    mutationFn: async (chosen: Locale) =>
      (await api('PUT /api/v1/users/language', { body: { language: chosen } })).data.language,
    onSuccess: (saved) => {
      rememberSavedChoice(saved);
      client.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, language: saved });
    },
    // A failure shows nothing: the choice is saved at the next start.
  });

  const reconcile = useEffectEvent((ofAccount: Locale | null) => {
    const stored = readChoice();
    const isOwnChoice = stored !== undefined && stored !== readLocale(savedChoice);
    if (ofAccount && !isOwnChoice) return show(ofAccount);
    const choice = findChoice();
    if (choice && choice !== ofAccount) mutate(choice);
    else if (ofAccount) rememberSavedChoice(ofAccount);
  });
  useEffect(() => reconcile(language), [language]);

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

/** Where its texts cannot be fetched, the language stays as it is until the next start. */
function show(language: Locale): void {
  const shown = language === getLocale() ? Promise.resolve() : setLocale(language);
  shown.then(
    () => rememberSavedChoice(language),
    () => undefined,
  );
}
