import { useState, type ComponentProps } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface TermsFieldProps extends Omit<ComponentProps<typeof CheckboxField>, 'label'> {
  /** Agreed in the dialog, below the text. */
  onAgree: () => void;
}

export function TermsField({ onAgree, ...checkbox }: TermsFieldProps) {
  const texts = useTexts('register');
  const [isOpen, setOpen] = useState(false);
  const agree = () => {
    onAgree();
    setOpen(false);
  };
  return (
    <div>
      <CheckboxField label={texts.agree} required {...checkbox} />
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="ml-9 inline-flex min-h-11 items-center font-semibold text-leaf underline"
      >
        {texts.readTerms}
      </button>
      {isOpen && <TermsDialog onClose={() => setOpen(false)} onAgree={agree} />}
    </div>
  );
}

function TermsDialog({ onClose, onAgree }: { onClose: () => void; onAgree: () => void }) {
  const texts = useTexts('register');
  return (
    <Dialog
      title={texts.terms}
      onClose={onClose}
      footer={<Button onClick={onAgree}>{texts.agreeAction}</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll only what has the focus */}
      <div tabIndex={0} role="region" aria-label={texts.terms} className="flex flex-col gap-4">
        {texts.clauses.map(({ title, text }) => (
          <section key={title}>
            <h3 className="font-semibold">{title}</h3>
            <p className="text-soft">{text}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
