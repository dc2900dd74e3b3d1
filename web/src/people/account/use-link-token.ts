import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The token of a link from a mail; '' without one. It leaves the address bar and the history at once, so that neither
 * a shared phone's history nor a Referer nor a look over the shoulder gives it away; it lives on in memory alone.
 */
export function useLinkToken(): string {
  const navigate = useNavigate();
  const { token = '' } = useSearch({ strict: false });
  const [held] = useState(token);
  useEffect(() => {
    if (token) void navigate({ to: '.', search: {}, replace: true });
  }, [token, navigate]);
  return held;
}
