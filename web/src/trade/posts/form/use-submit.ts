import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { getT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { failureText, fieldErrorKey, markFieldErrors } from '#ui/forms/form.ts';
import { toast } from '#ui/toast/toast.ts';
import type { FormContent } from './draft.ts';
import { fieldsOf } from './form-steps.tsx';
import { fieldOrder, type FieldName, type PostFormValues } from './form-values.ts';
import { sentPhoto, type FormPhoto } from './photo.ts';
import type { UploadOptions } from './send-post.ts';
import type { Photos } from './use-photos.ts';

interface Marked {
  marked: { name: FieldName | 'images'; key: string }[];
  text?: string | undefined;
}

export type SendPost = (content: FormContent, options: UploadOptions) => Promise<void>;

/** `sent` is between 0 and 1, and undefined while photos are compressed. */
export interface Sending {
  photos: readonly FormPhoto[];
  sent: number | undefined;
}

interface Options {
  form: UseFormReturn<PostFormValues>;
  photos: Photos;
  send: SendPost;
  failed: string;
  focusField: (name: FieldName | 'images') => void;
  /** Resolves to false if the seller wants to change the price. */
  checkPrice: (values: PostFormValues) => Promise<boolean>;
}

export function useSubmit({ form, photos, send, failed, focusField, checkPrice }: Options) {
  const [sending, setSending] = useState<Sending>();
  // This is a ref because state would change too late to stop a second quick tap.
  const isBusy = useRef(false);
  const stopper = useRef<AbortController>(undefined);

  function refuse(errors: readonly { name: FieldName | 'images'; key: string }[], text?: string): void {
    const [first] = errors;
    if (!first) return;
    toast.error(text ?? fieldText(first.key));
    focusField(first.name);
  }

  function markPhotos(key: string): void {
    form.setError('root.images', { type: 'images', message: key });
  }

  function refusePhotos(): void {
    markPhotos('imagesRequired');
    refuse([{ name: 'images', key: 'imagesRequired' }]);
  }

  function onInvalid(errors: FieldErrors<PostFormValues>): void {
    const failures = fieldOrder.flatMap((name) => {
      const key = errors[name]?.message;
      return key ? [{ name, key }] : [];
    });
    if (isWithoutPhotos(photos.list)) markPhotos('imagesRequired');
    refuse(failures);
  }

  async function onValid(): Promise<void> {
    if (isWithoutPhotos(photos.list)) return refusePhotos();
    if (!(await checkPrice(form.getValues()))) return focusField('price');
    const { signal } = (stopper.current = new AbortController());
    setSending({ photos: photos.list, sent: undefined });
    let ready: readonly FormPhoto[] = [];
    try {
      ready = (await photos.whenReady()).filter(({ state }) => state !== 'refused');
      signal.throwIfAborted();
      if (ready.length === 0) {
        flushSync(() => setSending(undefined));
        return refusePhotos();
      }
      setSending({ photos: ready, sent: 0 });
      const photosSent = ready;
      const onProgress = (sent: number) => setSending({ photos: photosSent, sent });
      await send({ values: form.getValues(), photos: ready }, { onProgress, signal });
    } catch (error) {
      // This uses flushSync because a disabled field cannot take the focus.
      flushSync(() => setSending(undefined));
      if (!signal.aborted) showFailure(error, ready);
      return;
    }
    setSending(undefined);
  }

  function showFailure(error: unknown, sent: readonly FormPhoto[]): void {
    if (isApiError(error, 'TOO_MANY_FEATURED')) {
      form.setError('isFeatured', { type: 'server', message: errorText(error) });
      return refuse([{ name: 'isFeatured', key: errorText(error) }]);
    }
    const { marked, text } = markServerErrors(error, sent);
    if (marked.length > 0) return refuse(marked, text);
    toast.error(failureText(error, { offline: getT('common')('networkError'), silent: failed }));
  }

  function markServerErrors(error: unknown, sent: readonly FormPhoto[]): Marked {
    const marked = markFieldErrors(error, form, fieldOrder);
    const images = isApiError(error) && error.errors.find(({ field }) => field === 'images');
    if (!images) return { marked };
    const key = fieldErrorKey(images);
    const photo = sentPhoto(sent, images.number);
    if (photo) photos.refuse(photo, key);
    else markPhotos(key);
    const text = photo && marked.length === 0 ? `${photo.name}: ${fieldText(key)}` : undefined;
    return { marked: [...marked, { name: 'images', key }], text };
  }

  /** Resolves to whether the fields of the step are valid, and shows what is missing. */
  async function checkStep(step: number): Promise<boolean> {
    if (step === 0 && isWithoutPhotos(photos.list)) {
      refusePhotos();
      return false;
    }
    const names = fieldsOf(step);
    if (await form.trigger(names)) return true;
    const failures = names.flatMap((name) => {
      const key = form.getFieldState(name).error?.message;
      return key ? [{ name, key }] : [];
    });
    refuse(failures);
    return false;
  }

  return {
    sending,
    checkStep,
    stop: () => stopper.current?.abort(),
    submit: async () => {
      if (isBusy.current) return;
      isBusy.current = true;
      try {
        await form.handleSubmit(onValid, onInvalid)();
      } finally {
        isBusy.current = false;
      }
    },
  };
}

function isWithoutPhotos(photos: readonly FormPhoto[]): boolean {
  return photos.every(({ state }) => state === 'refused');
}
