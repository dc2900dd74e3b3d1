import { useMutation } from '@tanstack/react-query';
import { timings } from '@upaj/contract/limits';
import { useEffect, useEffectEvent, useState, type ComponentProps, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { ResendButton, useWait } from '#people/account/resend-button.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText } from '#ui/forms/form.ts';
import { DigitsField } from '#ui/text-field.tsx';

/** In seconds, before the second code and those after it. An SMS may only be late. */
const waits = [30, 60, 120];
const digits = 6;

interface CodeStepProps extends Omit<ComponentProps<typeof DigitsField>, 'label' | 'count' | 'children'> {
  number: string;
  sentAt: number;
  /** Sends another code. */
  ask: () => Promise<unknown>;
  onChangeNumber?: () => void;
  /** Receives the six digits once they are typed, or read from the SMS. */
  onCode: (code: string) => void;
  /** The rest of the form, before the button that sends another code. */
  children: ReactNode;
}

/** Says where the code was sent, and reads it. */
export function CodeStep(props: CodeStepProps) {
  const { number, sentAt, ask, onChangeNumber, onCode, onChange, children, ...field } = props;
  const tAuth = useT('auth');
  const t = useT('number');
  const [sends, setSends] = useState(0);
  const [firstWait] = useState(() => waitAfter(0) - (Date.now() - sentAt) / 1000);
  const wait = useWait(firstWait);
  const again = useMutation({
    mutationFn: ask,
    onSuccess: () => {
      wait.begin(waitAfter(sends + 1));
      setSends(sends + 1);
    },
  });
  useCodeOfSms(sends, onCode);
  return (
    <>
      <p role="status">
        {t(sends > 0 ? 'sentAgain' : 'sent', { number: spaced(number) })}{' '}
        {onChangeNumber && (
          <button
            type="button"
            onClick={onChangeNumber}
            className="inline-flex min-h-11 items-center font-semibold text-leaf underline"
          >
            {t('change')}
          </button>
        )}
      </p>
      <DigitsField
        label={tAuth('code.digits')}
        hint={t('hint', { minutes: timings.smsCode / 60_000 })}
        count={digits}
        autoComplete="one-time-code"
        required
        {...field}
        onChange={(event) => {
          onChange?.(event);
          if (event.target.value.length === digits) onCode(event.target.value);
        }}
      />
      {children}
      {again.error && <FormError text={failureText(again.error)} />}
      <ResendButton
        label={t('sendAgain')}
        waitLabel={(seconds) => t('sendAgainIn', { seconds })}
        seconds={wait.seconds}
        isBusy={again.isPending}
        onPress={() => again.mutate()}
      />
    </>
  );
}

function waitAfter(sends: number): number {
  return waits[Math.min(sends, waits.length - 1)] ?? 0;
}

/** Writes '9876543210' as '98765 43210'. */
export function spaced(number: string): string {
  return `${number.slice(0, 5)} ${number.slice(5)}`;
}

/** Browsers with WebOTP offer to read the code from the SMS, because its last line names this site. */
function useCodeOfSms(sends: number, onCode: (code: string) => void): void {
  const read = useEffectEvent(onCode);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const controller = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: controller.signal };
    navigator.credentials.get(request as CredentialRequestOptions).then(
      (credential) => {
        const { code } = (credential ?? {}) as { code?: string };
        if (code) read(code);
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [sends]);
}
