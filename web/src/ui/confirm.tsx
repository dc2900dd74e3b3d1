import { useSyncExternalStore } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Question {
  title: string;
  text: string;
  action: string;
  goBack?: string;
  isDangerous?: boolean;
}

let pending: (Question & { answer: (yes: boolean) => void }) | null = null;
let notify = () => {};

/** `if (await confirm({ … })) …` */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    pending?.answer(false);
    pending = {
      ...question,
      answer: (yes) => {
        pending = null;
        notify();
        resolve(yes);
      },
    };
    notify();
  });
}

function subscribe(listener: () => void): () => void {
  notify = listener;
  return () => {
    notify = () => {};
  };
}

export function ConfirmHost() {
  const t = useT('common');
  const question = useSyncExternalStore(subscribe, () => pending);
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
