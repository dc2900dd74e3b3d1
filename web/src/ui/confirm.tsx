import { useT } from '#i18n/locale.ts';
import { makeSignal, useSignal } from '#lib/signal.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Question {
  title: string;
  text: string;
  action: string;
  goBack?: string;
  isDangerous?: boolean;
}

const pending = makeSignal<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined);

/** `if (await confirm({ … })) …` */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    dismissQuestion();
    pending.set({
      ...question,
      answer: (yes) => {
        pending.set(undefined);
        resolve(yes);
      },
    });
  });
}

/** When its page is left. */
export function dismissQuestion(): void {
  pending.get()?.answer(false);
}

export function ConfirmHost() {
  const t = useT('common');
  const question = useSignal(pending);
  if (!question) return null;
  const { title, text, action, goBack = t('cancel'), isDangerous = false, answer } = question;
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button variant="line" onClick={() => answer(false)}>
            {goBack}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
