import { useQueryClient } from '@tanstack/react-query';
import type { SecondFactorSecret } from '@upaj/contract/people/second-factor';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useT } from '#i18n/locale.ts';
import { saveFile } from '#lib/save-file.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { confirmSession } from '#people/users/session.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { QrCode } from '#ui/qr/qr-code.tsx';
import { DigitsField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { confirmCode } from './api.ts';

interface SetupProps {
  secret: SecondFactorSecret;
  onDone: () => void;
}

export function SecondFactorSetup({ secret: { secret, uri, recoveryCodes }, onDone }: SetupProps) {
  const t = useT('settings');
  const hasTouch = useMediaQuery('(pointer: coarse)');
  const codes = recoveryCodes.join('\n');
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success(t('secondFactor.copied'));
    else toast.error(t('secondFactor.copyFailed'));
  };
  return (
    <ol className="flex w-full flex-col gap-6">
      <li className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">{t('secondFactor.scan')}</h3>
        <QrCode text={uri} label={t('secondFactor.qrCode')} />
        {hasTouch && (
          <a href={uri} className={buttonClass('line')}>
            {t('secondFactor.open')}
          </a>
        )}
        <p className="text-soft">{t('secondFactor.key')}</p>
        <p className="font-medium select-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <Button variant="line" icon={<Copy size={20} aria-hidden />} onClick={() => void copy(secret)}>
          {t('secondFactor.copyKey')}
        </Button>
      </li>
      <li className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">{t('secondFactor.recovery')}</h3>
        <p className="text-soft">{t('secondFactor.recoveryText')}</p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-medium tabular-nums">
          {recoveryCodes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button variant="line" icon={<Copy size={20} aria-hidden />} onClick={() => void copy(codes)}>
            {t('secondFactor.copyCodes')}
          </Button>
          <Button
            variant="line"
            icon={<Download size={20} aria-hidden />}
            onClick={() =>
              saveFile(new Blob([`${codes}\n`], { type: 'text/plain' }), 'upaj-recovery-codes.txt')
            }
          >
            {t('secondFactor.downloadCodes')}
          </Button>
        </div>
      </li>
      <li className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">{t('secondFactor.confirmTitle')}</h3>
        <ConfirmForm onDone={onDone} />
      </li>
    </ol>
  );
}

function ConfirmForm({ onDone }: { onDone: () => void }) {
  const t = useT('settings');
  const client = useQueryClient();
  const { field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/second-factor')).confirmSecondFactorSchema,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      confirmSession(client, await confirmCode(code), false);
      onDone();
      toast.success(t('secondFactor.started'));
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      <DigitsField
        label={t('secondFactor.code')}
        count={6}
        autoComplete="one-time-code"
        required
        {...field('code')}
      />
      <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
        {t('secondFactor.confirm')}
      </Button>
    </form>
  );
}
