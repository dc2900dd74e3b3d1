const key = 'upaj-member';

/**
 * Whether this browser was logged in when it was last asked. Only a hint: it lets the first list be fetched while
 * the session is still being asked for, and spares a guest's browser a call that would be refused.
 */
export function isProbablyMember(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function rememberMember(isMember: boolean): void {
  try {
    if (isMember) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the list waits for the session.
  }
}
