import { useMutation } from '@tanstack/react-query';
import type { Deal } from '@upaj/contract/deals/deals';
import ImageDown from 'lucide-react/icons/image-down';
import Printer from 'lucide-react/icons/printer';
import { useLocale, useT } from '#i18n/locale.ts';
import { saveFile } from '#lib/save-file.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { ShareButton } from '#trade/share/share-button.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/loading.tsx';
import { toast } from '#ui/toast/toast.ts';
import { loadSlipLanguages, slipTexts, type SlipLine, type SlipTexts } from './slip-lines.ts';
import './slip.css';

export function Slip({ deal }: { deal: Deal }) {
  const tCommon = useT('common');
  const locale = useLocale();
  const both = useLoaded(`slip-texts ${locale}`, () => loadSlipLanguages(locale));
  if (!both) return <Spinner label={tCommon('loading')} />;
  const columns = both.map((language) => slipTexts(deal, language));
  return (
    <>
      <SlipActions deal={deal} columns={columns} />
      <SlipSheet columns={columns} />
    </>
  );
}

function SlipSheet({ columns }: { columns: readonly SlipTexts[] }) {
  const [first] = columns;
  const row = 'grid grid-cols-2 gap-x-4';
  const cell = (lang: string, { label, value }: Pick<SlipLine, 'label' | 'value'>, className: string) => (
    <p key={lang} lang={lang}>
      <span className="block text-tiny">{label}</span>
      <span className={cx('block', className)}>{value}</span>
    </p>
  );
  return (
    <article className="slip rounded-card border border-line p-4 md:p-8">
      <header className={`${row} border-b-2 pb-2`}>
        {columns.map(({ language, title }) => (
          <h2 key={language} lang={language} className="text-title font-bold">
            {title}
          </h2>
        ))}
      </header>
      {first?.cancelled && (
        <p className="mt-3 border-4 px-3 py-1 text-center text-title font-bold">
          {columns.map(({ language, cancelled }, index) => (
            <span key={language} lang={language}>
              {index > 0 && ' / '}
              {cancelled}
            </span>
          ))}
        </p>
      )}
      <div className="flex flex-col gap-2 py-3">
        {first?.lines.map(({ key }) => (
          <div key={key} className={row}>
            {columns.map(({ language, lines }) => {
              const line = lines.find((one) => one.key === key);
              return line && cell(language, line, 'font-semibold whitespace-pre-line');
            })}
          </div>
        ))}
      </div>
      <div className={`${row} mb-3 border-y-2 py-2`}>
        {columns.map(({ language, total }) => cell(language, total, 'text-lead font-bold'))}
      </div>
      <div className={`${row} text-tiny`}>
        {columns.map(({ language, footer }) => (
          <p key={language} lang={language}>
            {footer}
          </p>
        ))}
      </div>
      <div className={`${row} pt-14 text-tiny`}>
        {first?.signatures.map((signature, index) => (
          <p key={signature} className="border-t pt-1">
            {columns.map(({ language, signatures }) => (
              <span key={language} lang={language} className="block">
                {signatures[index]}
              </span>
            ))}
          </p>
        ))}
      </div>
    </article>
  );
}

function SlipActions({ deal, columns }: { deal: Deal; columns: readonly SlipTexts[] }) {
  const t = useT('deals');
  const name = `upaj-${deal.number.replace(/\s/g, '')}.png`;
  const canShareFiles =
    (navigator as Partial<Navigator>).canShare?.({ files: [new File([], name, { type: 'image/png' })] }) ??
    false;
  const image = useMutation({
    mutationFn: async () => {
      const { drawSlip } = await import('./slip-image.ts');
      const blob = await drawSlip(columns);
      if (canShareFiles) await share(new File([blob], name, { type: blob.type }));
      else saveFile(blob, name);
    },
    onError: () => toast.error(t('slip.imageFailed')),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Printer size={18} aria-hidden />}
        onClick={() => window.print()}
        className="max-sm:w-full"
      >
        {t('slip.print')}
      </Button>
      <ShareButton
        path={`/deals/${deal._id}/slip`}
        text={t('slip.shareText', { number: deal.number })}
        hint={t('slip.onlyTwo')}
      >
        {t('slip.share')}
      </ShareButton>
      <Button
        variant="line"
        icon={<ImageDown size={18} aria-hidden />}
        onClick={() => image.mutate()}
        busy={image.isPending}
        className="max-sm:flex-1"
      >
        {canShareFiles ? t('slip.shareImage') : t('slip.save')}
      </Button>
      <p className="basis-full text-note text-soft">{t('slip.onlyTwo')}</p>
    </div>
  );
}

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    // Browsers share only shortly after a press, and drawing may have taken longer.
    if (!isCancelled) saveFile(file, file.name);
  }
}
