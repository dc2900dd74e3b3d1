import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { limits, timings } from '@upaj/contract/limits';
import type { Account } from '@upaj/contract/people/profiles';
import type { Post } from '@upaj/contract/trade/posts';
import CircleCheck from 'lucide-react/icons/circle-check';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import { startTransition, useEffect, useRef, useState } from 'react';
import { getT, useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { choose, confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Spinner } from '#ui/loading.tsx';
import { toast } from '#ui/toast/toast.ts';
import { openDraft, type Draft, type FormContent } from './draft.ts';
import { placeOf, plainValues, type PostFormValues } from './form-values.ts';
import { pickedPhoto } from './photo.ts';
import { PostForm } from './post-form.tsx';
import { createPost, type UploadOptions } from './send-post.ts';
import { takeSharedPhotos } from './shared-photos.ts';

/** The new post can answer this wanted post of another user. */
interface Answered {
  username: string;
  wantedId: string;
  values: Partial<PostFormValues>;
}

/** A new draft begins with these values. */
interface Start {
  values: Partial<PostFormValues>;
  photos?: readonly File[];
}

interface CreateFormProps {
  user: Account;
  answered?: Answered | undefined;
  /** The user posts this earlier post again. */
  copied?: Start | undefined;
}

export function CreateForm({ user, answered, copied }: CreateFormProps) {
  const t = useT('common');
  const { draft, number, discardDraft } = useDraft(user, copied ?? answered);
  const [made, setMade] = useState<Post>();
  if (made) return answered ? <MadeForWanted answered={answered} /> : <Made post={made} />;
  if (!draft) return <Spinner label={t('loading')} quiet />;
  return <DraftForm key={number} draft={draft} onDiscard={() => void discardDraft()} onMade={setMade} />;
}

interface DraftFormProps {
  draft: Draft;
  onDiscard: () => void;
  onMade: (post: Post) => void;
}

function DraftForm({ draft, onDiscard, onMade }: DraftFormProps) {
  const t = useT('create-post');
  const client = useQueryClient();
  const navigate = useNavigate();

  async function send(content: FormContent, options: UploadOptions): Promise<void> {
    const post = await createPost(draft, content, options).catch((error: unknown) => {
      if (!isApiError(error, 'PROOF_NEEDED')) throw error;
      void askForProof(errorText(error));
    });
    if (!post) return;
    await draft.finish(placeOf(plainValues(content.values)));
    client.setQueryData(postKeys.one(post._id), post);
    void client.invalidateQueries({ queryKey: postKeys.lists });
    toast.success(t('created'), { kind: 'flow' });
    onMade(post);
  }

  async function askForProof(text: string): Promise<void> {
    const action = getT('shell')('settings');
    if (await confirm({ title: t('proofTitle'), text, action })) await navigate({ to: '/settings' });
  }

  async function cancel(): Promise<void> {
    if (draft.hasWork()) {
      const choice = await choose({
        title: t('cancelTitle'),
        text: t('cancelText'),
        action: t('saveDraft'),
        goBack: t('deleteDraft'),
      });
      if (choice === 'closed') return;
      if (choice === 'goBack') await draft.finish();
      else toast.success(t('draftKept'));
    }
    await navigate({ to: '/' });
  }

  return (
    <>
      {draft.isRestored && <DraftNote lostPhotos={draft.lostPhotos} onDiscard={onDiscard} />}
      <PostForm
        hasSteps
        initial={draft.initial}
        action={t('submit')}
        busyAction={t('submitting')}
        failed={t('failed')}
        send={send}
        onChange={draft.save}
        onCancel={() => void cancel()}
      />
    </>
  );
}

function Made({ post }: { post: Post }) {
  const t = useT('create-post');
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus();
    window.scrollTo(0, 0);
    const timer = setTimeout(() => void navigate({ to: '/' }), timings.redirectAfterPost);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div ref={panel} tabIndex={-1}>
      <EmptyState
        icon={<CircleCheck size={32} />}
        title={t('madeTitle')}
        text={t('madeText')}
        action={
          <Link to="/post/$postId" params={{ postId: post._id }} className={buttonClass('line')}>
            {t('seePost')}
          </Link>
        }
      />
    </div>
  );
}

function MadeForWanted({ answered: { username, wantedId } }: { answered: Answered }) {
  const t = useT('create-post');
  return (
    <EmptyState
      icon={<CircleCheck size={32} />}
      title={t('madeTitle')}
      text={t('madeForWanted')}
      action={
        <Link
          to="/chat/$userId"
          params={{ userId: username }}
          search={{ wanted: wantedId }}
          className={buttonClass()}
        >
          {t('toOffer')}
        </Link>
      }
    />
  );
}

interface DraftNoteProps {
  lostPhotos: number;
  onDiscard: () => void;
}

function DraftNote({ lostPhotos, onDiscard }: DraftNoteProps) {
  const t = useT('create-post');
  const confirmDiscard = async () => {
    const action = t('startAfresh');
    const title = t('startAfreshTitle');
    const text = t('startAfreshText');
    if (await confirm({ title, text, action, isDangerous: true })) onDiscard();
  };
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 rounded-control bg-leaf-wash py-1 pr-1 pl-4 md:mb-5"
    >
      <NotebookPen size={20} aria-hidden className="shrink-0 text-leaf" />
      <p className="flex-1 py-2">
        {t('draftRestored')}
        {lostPhotos > 0 && <b className="block font-semibold">{t('photosLost', { count: lostPhotos })}</b>}
      </p>
      <Button variant="quiet" className="px-3" onClick={() => void confirmDiscard()}>
        {t('startAfresh')}
      </Button>
    </div>
  );
}

/** Another website can send photos too, so the user says whether they are theirs. */
async function askForSharedPhotos(): Promise<File[]> {
  const shared = await takeSharedPhotos();
  if (shared.length === 0) return [];
  const t = getT('create-post');
  const question = {
    title: t('shared', { count: shared.length }),
    text: t('sharedText'),
    action: t('sharedAdd'),
    goBack: t('sharedDiscard'),
  };
  return (await confirm(question)) ? shared : [];
}

function withPhotos(draft: Draft, files: readonly File[]): Draft {
  const photos = [...draft.initial.photos, ...files.map(pickedPhoto)].slice(0, limits.image.perPost);
  return { ...draft, initial: { ...draft.initial, photos } };
}

/** Returns undefined while the draft loads, and saves it when the user leaves. */
function useDraft({ _id, address }: Account, start: Start | undefined) {
  const [opened, setOpened] = useState<Draft>();
  const [number, setNumber] = useState(0);
  useEffect(() => {
    let isGone = false;
    let draft: Draft | undefined;
    const flush = () => void draft?.flush();
    const open = async () => {
      const next = await openDraft(_id, address, start?.values);
      if (isGone) return;
      const photos = next.isRestored ? [] : (start?.photos ?? []);
      draft = withPhotos(next, [...photos, ...(await askForSharedPhotos())]);
      // The form is long, so it renders as a transition, in pieces.
      startTransition(() => setOpened(draft));
    };
    void open();
    // The draft is saved when the page is hidden, because opening the camera may end the page on phones.
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      isGone = true;
      flush();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the address and the start are only where a draft begins
  }, [_id, number]);

  return {
    draft: opened,
    number,
    discardDraft: async () => {
      await opened?.finish();
      setOpened(undefined);
      setNumber(number + 1);
    },
  };
}
