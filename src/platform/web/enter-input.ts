import { fieldSelector, isChanged, readEntry, type Entry, type Field } from './early-input.ts';

const controlSelector = `${fieldSelector}, a[href], button, summary`;
const listControls = (section: Element) => [...section.querySelectorAll<HTMLElement>(controlSelector)];

/**
 * Remembers the focus, the entries and the pressed button in a section of server HTML. The returned function restores them
 * after React has replaced the HTML by elements of its own.
 */
export function saveReplacedInput(section: Element): () => void {
  const before = listControls(section).map((element) => ({
    tagName: element.tagName,
    entry: element.matches(fieldSelector) && isChanged(element as Field) ? readEntry(element as Field) : null,
    isFocused: element === document.activeElement,
    isPressed: element.matches('[data-pressed]'),
  }));
  return () => {
    const after = listControls(section);
    for (const [index, { tagName, entry, isFocused, isPressed }] of before.entries()) {
      const element = after[index];
      if (element?.tagName !== tagName) continue;
      if (entry !== null) enter(element as Field, entry);
      if (isFocused) element.focus({ preventScroll: true });
      // After React has rendered the entries.
      if (isPressed) setTimeout(() => element.click());
    }
  };
}

/** React ignores an event for a value that its own setter on the element has seen, so another one is set before. */
export function enter(field: Field, entry: Entry): void {
  if (typeof entry === 'boolean') {
    // Selecting another radio button has cleared it.
    if (field.type === 'radio' && !entry) return;
    (field as HTMLInputElement).checked = !entry;
    field.click();
    return;
  }
  field.value = '';
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, entry);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
