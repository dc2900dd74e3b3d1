import { useMutation, useQueryClient } from '@tanstack/react-query';

interface Toggle<State> {
  /** The state that is on screen. */
  shown: State;
  change(state: State, isSet: boolean): State;
  send(isSet: boolean): Promise<{ data: State }>;
  /** Writes the state to every cached copy. */
  show(state: State): void;
  onSaved(isSet: boolean, saved: State, before: State): void;
  /** `isLast` is false when the user has pressed again meanwhile. */
  onFailed(error: Error, isSet: boolean, isLast: boolean): void;
}

/** The states that the server confirmed last, by key: a failure restores them. */
const confirmed = new Map<string, unknown>();

/** Shows at once what a button sets or clears, and in the end the server's state. Buttons with one key share both. */
export function useToggle<State>(
  key: string,
  { shown, change, send, show, onSaved, onFailed }: Toggle<State>,
): (isSet: boolean) => void {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [key],
    // Presses are sent one after the other, so that of two quick ones the second wins.
    scope: { id: key },
    mutationFn: send,
    onMutate: (isSet: boolean) => {
      if (!confirmed.has(key)) confirmed.set(key, shown);
      show(change(shown, isSet));
    },
    onSettled: (response, error, isSet) => {
      const before = confirmed.get(key) as State;
      const state = response?.data ?? before;
      const isLast = client.isMutating({ mutationKey: [key] }) <= 1;
      if (isLast) {
        show(state);
        confirmed.delete(key);
      } else confirmed.set(key, state);
      if (error) onFailed(error, isSet, isLast);
      else onSaved(isSet, state, before);
    },
  }).mutate;
}
