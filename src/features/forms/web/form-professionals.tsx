import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import type { FormRecord } from '#features/forms/shared/contract.ts';

/** Whom a form names: the store, the instructor, both or nobody. */
export function FormProfessionals({
  form: { storeName, memberName },
}: {
  form: Pick<FormRecord, 'storeName' | 'memberName'>;
}) {
  // Each by itself: of two names in another script the first would otherwise be the last.
  const names = [storeName, memberName].filter((name) => name !== null).map((name) => `\u2068${name}\u2069`);
  if (names.length === 0) return null;
  return <span className="block">{joinFacts(...names)}</span>;
}
