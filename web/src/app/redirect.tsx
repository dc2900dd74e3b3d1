import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Pending } from './pending.tsx';

/**
 * Goes to a path of this app, once. The router's own Navigate goes again whenever it is drawn anew, and each going
 * draws it anew.
 */
export function Redirect({ href }: { href: string }) {
  const router = useRouter();
  const target = useRef(href);
  useEffect(() => router.history.replace(target.current), [router]);
  return <Pending />;
}
