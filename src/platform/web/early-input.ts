export const fieldSelector = 'input:not([type=file], [type=hidden], [type=submit]), textarea, select';

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What a person has entered into a field: its text, or whether it is ticked. */
export type Entry = string | boolean;

/**
 * Remembers what a person enters into a page from the server until it is hydrated. React replaces it by its own state, so
 * the returned function enters it again, and presses the button that was pressed last.
 */
export function saveEarlyInput(root: HTMLElement): () => Promise<void> {
  const entries = new Map<Field, Entry>();
  const save = (field: Field) => void entries.set(field, readEntry(field));
  for (const field of root.querySelectorAll<Field>(fieldSelector)) if (isChanged(field)) save(field);
  const listening = new AbortController();
  const saveTarget = ({ target }: Event) => {
    if (target instanceof Element && target.matches(fieldSelector)) save(target as Field);
  };
  root.addEventListener('input', saveTarget, { capture: true, signal: listening.signal });
  return async () => {
    listening.abort();
    const button = root.querySelector<HTMLButtonElement>('button[data-pressed]');
    button?.removeAttribute('data-pressed');
    if (entries.size > 0) {
      const { enter } = await import('./enter-input.ts');
      for (const [field, entry] of entries) if (field.isConnected) enter(field, entry);
    }
    // After React has rendered the entries.
    if (button) setTimeout(() => button.click());
  };
}

const isTicked = (field: Field): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type);

export const readEntry = (field: Field): Entry => (isTicked(field) ? field.checked : field.value);

export function isChanged(field: Field): boolean {
  if (isTicked(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  // A list without a preset option shows its first one.
  const preset = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(preset, 0);
}
