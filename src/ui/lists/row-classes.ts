/** The classes of a link that covers its row. */
export const coveringLink =
  'text-inherit font-strong no-underline after:absolute after:inset-0 focus-visible:outline-0 focus-visible:after:[outline:var(--focus-ring)] focus-visible:after:-outline-offset-3 focus-visible:after:rounded-in';

/** The classes of a selected row. */
export const selectedRow = 'bg-accent-soft shadow-[inset_calc(3px*var(--flow))_0_0_var(--accent)]';
