/** The value where it is one of the choices: for what anybody may have typed into an address. */
export function oneOf<T extends string>(
  choices: Readonly<Record<T, string>>,
  value: string | undefined,
): T | undefined {
  return value !== undefined && Object.hasOwn(choices, value) ? (value as T) : undefined;
}
