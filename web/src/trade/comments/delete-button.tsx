import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment } from '@upaj/contract/trade/comments';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast.ts';
import { deleteComment } from './api.ts';
import { commentName } from './comment-name.ts';

interface DeleteButtonProps {
  postId: string;
  comment: Comment;
  /** It is gone, and with it what had the focus. */
  onDeleted: () => void;
}

export function DeleteButton({ postId, comment, onDeleted }: DeleteButtonProps) {
  const t = useT();
  const texts = useTexts('comments');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteComment(client, postId, comment._id),
    onSuccess: () => {
      toast.success(texts.deleted);
      onDeleted();
    },
    onError: (error) => toast.error(t.common.withReason(texts.deleteFailed, errorText(error, t))),
  });
  const ask = async () => {
    const { deleteTitle: title, deleteText: text } = texts;
    if (await confirm({ title, text, action: t.common.delete, isDangerous: true })) removal.mutate();
  };
  return (
    <Button
      variant="quiet"
      aria-label={`${t.common.delete}: ${commentName(comment)}`}
      onClick={() => void ask()}
      busy={removal.isPending}
      className="text-mirch"
    >
      {t.common.delete}
    </Button>
  );
}
