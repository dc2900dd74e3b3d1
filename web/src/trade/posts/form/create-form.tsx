import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { timings } from '@upaj/contract/limits';
import type { Account } from '@upaj/contract/people/profiles';
import type { Post } from '@upaj/contract/trade/posts';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef, useState } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import { DraftLine } from './draft-line.tsx';
import type { Draft, FormContent } from './draft.ts';
import { placeOf, plainValues } from './form-values.ts';
import { PostForm } from './post-form.tsx';
import { createPost, type Line } from './send-post.ts';
import { useDraft } from './use-draft.ts';

export function CreateForm({ user }: { user: Account }) {
  const t = useT();
  const { draft, number, startAfresh } = useDraft(user);
  const [made, setMade] = useState<Post>();
  if (made) return <Made post={made} />;
  if (!draft) return <Spinner label={t.common.loading} quiet />;
  return <DraftForm key={number} draft={draft} onStartAfresh={() => void startAfresh()} onMade={setMade} />;
}

interface DraftFormProps {
  draft: Draft;
  onStartAfresh: () => void;
  onMade: (post: Post) => void;
}

function DraftForm({ draft, onStartAfresh, onMade }: DraftFormProps) {
  const texts = useTexts('createPost');
  const client = useQueryClient();
  const navigate = useNavigate();

  async function send(content: FormContent, line: Line): Promise<void> {
    const post = await createPost(draft, content, line);
    await draft.finish(placeOf(plainValues(content.values)));
    client.setQueryData(postKeys.one(post._id), post);
    void client.invalidateQueries({ queryKey: postKeys.lists });
    toast.success(texts.created, { kind: 'flow' });
    onMade(post);
  }

  return (
    <>
      {draft.isRestored && <DraftLine lostPhotos={draft.lostPhotos} onStartAfresh={onStartAfresh} />}
      <PostForm
        initial={draft.initial}
        action={texts.submit}
        busyAction={texts.submitting}
        failed={texts.failed}
        send={send}
        onChange={draft.save}
        onCancel={() => {
          if (draft.hasWork()) toast.success(texts.draftKept);
          void navigate({ to: '/' });
        }}
      />
    </>
  );
}

function Made({ post }: { post: Post }) {
  const texts = useTexts('createPost');
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had focus is gone.
    panel.current?.focus();
    window.scrollTo(0, 0);
    const timer = setTimeout(() => void navigate({ to: '/' }), timings.redirectAfterPost);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div ref={panel} tabIndex={-1}>
      <EmptyState
        icon={<CircleCheck size={32} />}
        title={texts.madeTitle}
        text={texts.madeText}
        action={
          <Link to="/post/$postId" params={{ postId: post._id }} className={buttonClass('line')}>
            {texts.seePost}
          </Link>
        }
      />
    </div>
  );
}
