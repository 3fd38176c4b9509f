import { fieldId } from './form-context.ts';
import type { SectionName } from './log-validation.ts';
import type { FieldName } from './log-values.ts';

export const sectionId = (name: SectionName) => `section-${name}`;

/** To the field itself, or to the first thing in it that takes the focus, once its section has unfolded. */
export function focusField(field: FieldName): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(fieldId(field));
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: true });
  });
}
