import { timings } from '@upaj/contract/limits';
import { useState } from 'react';
import { getLocale, useT } from '#i18n/locale.ts';
import { tabTexts } from '#lib/storage.ts';
import { CheckboxField } from '#ui/switch.tsx';
import { askForLoginCode } from './api.ts';
import { AskForm } from './ask-form.tsx';
import { LoginCodeForm } from './login-code-form.tsx';

interface Sent {
  contact: string;
  remember: boolean;
  at: number;
}

const key = 'upaj-number';

/** The code survives a reload, because a phone may drop the page while its user reads the SMS. */
function readSent(): Sent | undefined {
  const [contact = '', at = '', remember] = (tabTexts.read(key) ?? '').split(' ');
  if (Date.now() - Number(at) > timings.smsCode) return undefined;
  return { contact, at: Number(at), remember: remember === 'true' };
}

function storeSent(sent: Sent | undefined): void {
  tabTexts.write(key, sent && `${sent.contact} ${sent.at} ${sent.remember}`);
}

export function NumberLogin() {
  const t = useT('number');
  const [sent, setSent] = useState(readSent);
  const [contact, setContact] = useState('');
  const [remember, setRemember] = useState(sent?.remember ?? true);

  async function ask(number: string): Promise<void> {
    await askForLoginCode({ contact: number, language: getLocale() });
    const next = { contact: number, remember, at: Date.now() };
    storeSent(next);
    setSent(next);
  }
  function goBack(): void {
    storeSent(undefined);
    setContact(sent?.contact ?? '');
    setSent(undefined);
  }

  if (sent) {
    return (
      <LoginCodeForm
        {...sent}
        ask={() => ask(sent.contact)}
        onChangeNumber={goBack}
        onDone={() => storeSent(undefined)}
      />
    );
  }
  return (
    <div className="mt-2">
      <p className="mb-6 text-soft">{t('intro')}</p>
      <AskForm contact={contact} ask={ask} takesFocus={contact !== ''}>
        <CheckboxField
          label={
            <>
              {t('remember')}
              <span className="block text-note text-soft">{t('rememberHint')}</span>
            </>
          }
          checked={remember}
          onChange={({ target }) => setRemember(target.checked)}
        />
      </AskForm>
    </div>
  );
}
