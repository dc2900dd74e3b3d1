import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { commentFormSchema, type CommentForm as Body } from '@upaj/contract/trade/comments';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { makeUuid } from '#lib/uuid.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { sendComment } from './api.ts';

const schema = z.pick(commentFormSchema, { text: true });
type Values = z.infer<typeof schema>;

interface CommentFormProps {
  postId: string;
  isSeller: boolean;
}

export function CommentForm({ postId, isSeller }: CommentFormProps) {
  const tCommon = useT('common');
  const t = useT('comments');
  const client = useQueryClient();
  // A repeated text has the same id: the first attempt may have been stored.
  const attempt = useRef<Body>(null);
  const { form, field, submit, failure, isBusy } = useApiForm<Values, Values>({
    schema,
    defaultValues: { text: '' },
    send: async ({ text }) => {
      if (attempt.current?.text !== text) attempt.current = { text, clientId: makeUuid() };
      await sendComment(client, postId, attempt.current);
      attempt.current = null;
      form.reset();
      toast.success(t('sent'));
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {failure !== undefined && (
        <FormError text={tCommon('withReason', { failure: t('sendFailed'), reason: errorText(failure) })} />
      )}
      <TextArea
        label={t('label')}
        hint={isSeller ? t('sellerHint') : t('hint')}
        required
        rows={3}
        // The field is read-only because the reset would lose text typed while sending.
        readOnly={isBusy}
        limit={limits.comment.max}
        {...field('text')}
      />
      <Button type="submit" busy={isBusy} className="self-end">
        {isBusy ? t('sending') : t('send')}
      </Button>
    </form>
  );
}
