import type { ReactNode } from 'react';

interface FakeLinkProps {
  to: string;
  params?: Record<string, string>;
  children: ReactNode;
}

/** Replaces the router's link in `vi.mock('@tanstack/react-router', …)`. */
export function FakeLink({ to, params = {}, children }: FakeLinkProps) {
  return <a href={to.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? '')}>{children}</a>;
}
