import { fieldId } from './form-context.ts';
import type { SectionName } from './log-validation.ts';
import type { FieldName } from './log-values.ts';

export const sectionId = (name: SectionName) => `section-${name}`;

/** Focuses the field, or its first focusable element, after its section has expanded. */
export function focusField(field: FieldName): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(fieldId(field));
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: true });
  });
}
