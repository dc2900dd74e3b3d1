import { useState, type ComponentProps } from 'react';
import { terms } from '#i18n/terms.ts';
import { useLocale, useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface TermsFieldProps extends Omit<ComponentProps<typeof CheckboxField>, 'label'> {
  /** Agreed in the dialog, below the text. */
  onAgree: () => void;
}

export function TermsField({ onAgree, ...checkbox }: TermsFieldProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const agree = () => {
    onAgree();
    setOpen(false);
  };
  return (
    <div>
      <CheckboxField label={t.auth.agree} required {...checkbox} />
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="ml-9 inline-flex min-h-11 items-center font-semibold text-leaf underline"
      >
        {t.auth.readTerms}
      </button>
      {isOpen && <TermsDialog onClose={() => setOpen(false)} onAgree={agree} />}
    </div>
  );
}

function TermsDialog({ onClose, onAgree }: { onClose: () => void; onAgree: () => void }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Dialog
      title={t.auth.terms}
      onClose={onClose}
      footer={<Button onClick={onAgree}>{t.auth.agreeAction}</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll only what has the focus */}
      <div tabIndex={0} role="region" aria-label={t.auth.terms} className="flex flex-col gap-4">
        {terms[locale].map(({ title, text }) => (
          <section key={title}>
            <h3 className="font-semibold">{title}</h3>
            <p className="text-soft">{text}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
