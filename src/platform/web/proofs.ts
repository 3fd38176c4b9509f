/** Errors that name a proof the page can ask the person for, and then repeat the call. */
type ProofCode = 'identity.email_unverified' | 'identity.confirm_required';

const askers = new Map<string, () => Promise<boolean>>();
const open = new Map<string, Promise<boolean>>();

/** `ask` shows a dialog and resolves to whether the proof was given. */
export function onProofRequired(code: ProofCode, ask: () => Promise<boolean>): void {
  askers.set(code, ask);
}

/** Several calls may fail for the same reason: the person is asked once for all of them. */
export async function requestProof(code: string): Promise<boolean> {
  const ask = askers.get(code);
  if (ask === undefined) return false;
  const asking = open.get(code) ?? ask().finally(() => open.delete(code));
  open.set(code, asking);
  return asking;
}
