/** The look of everything one types or chooses into. 16 px text keeps phones from zooming in on focus. */
export const controlClass =
  'w-full min-h-12 rounded-control border border-edge bg-card px-3.5 text-base text-ink placeholder:text-soft ' +
  'aria-invalid:border-mirch aria-invalid:border-2 disabled:opacity-60';
