import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import type { FormRecord } from '#features/forms/shared/contract.ts';

/** The names of the store and the instructor on a form. */
export function FormProfessionals({
  form: { storeName, memberName },
}: {
  form: Pick<FormRecord, 'storeName' | 'memberName'>;
}) {
  // Each name is isolated, so names in another script keep their order.
  const names = [storeName, memberName].filter((name) => name !== null).map((name) => `\u2068${name}\u2069`);
  if (names.length === 0) return null;
  return <span className="block">{joinFacts(...names)}</span>;
}
