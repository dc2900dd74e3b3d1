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

type Choice = 'action' | 'goBack' | 'closed';

const pending = makeSignal<(Question & { answer: (choice: Choice) => void }) | undefined>(undefined);

/** Asks in a dialog: `if (await confirm({ … })) …`. */
export async function confirm(question: Question): Promise<boolean> {
  return (await choose(question)) === 'action';
}

/** Like `confirm`, but also says whether the user pressed the `goBack` button or closed the dialog. */
export function choose(question: Question): Promise<Choice> {
  return new Promise((resolve) => {
    dismissQuestion();
    pending.set({
      ...question,
      answer: (choice) => {
        pending.set(undefined);
        resolve(choice);
      },
    });
  });
}

/** Closes the question, for instance when its screen is left. */
export function dismissQuestion(): void {
  pending.get()?.answer('closed');
}

/** Asks before a dialog closes with a text that was typed and not sent. */
export function useSafeClose(isTyped: boolean, onClose: () => void): () => void {
  const t = useT('common');
  const close = async () => {
    const title = t('discardTitle');
    const text = t('discardText');
    const action = t('discard');
    if (!isTyped || (await confirm({ title, text, action, isDangerous: true }))) onClose();
  };
  return () => void close();
}

export function ConfirmHost() {
  const t = useT('common');
  const question = useSignal(pending);
  if (!question) return null;
  const { title, text, action, goBack = t('cancel'), isDangerous = false, answer } = question;
  return (
    <Dialog
      title={title}
      onClose={() => answer('closed')}
      footer={
        <>
          <Button variant="line" onClick={() => answer('goBack')}>
            {goBack}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} onClick={() => answer('action')}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
