/** Errors that name a proof the page can ask the person for, and then repeat the call. */
type ProofCode = 'identity.email_unverified' | 'identity.confirm_required';

const prompts = new Map<string, () => Promise<boolean>>();
const openPrompts = new Map<string, Promise<boolean>>();

/** `ask` shows a dialog and resolves to whether the proof was given. */
export function registerProofPrompt(code: ProofCode, ask: () => Promise<boolean>): void {
  prompts.set(code, ask);
}

/** Several calls may fail for the same reason: the person is asked once for all of them. */
export async function requestProof(code: string): Promise<boolean> {
  const ask = prompts.get(code);
  if (ask === undefined) return false;
  const asking = openPrompts.get(code) ?? ask().finally(() => openPrompts.delete(code));
  openPrompts.set(code, asking);
  return asking;
}
