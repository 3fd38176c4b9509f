/** Errors after which the page can prompt for the missing proof and repeat the request. */
type ProofCode = 'identity.email_unverified' | 'identity.confirm_required';

const prompts = new Map<string, () => Promise<boolean>>();
const openPrompts = new Map<string, Promise<boolean>>();

/** `ask` shows a dialog and resolves to whether the person provided the proof. */
export function registerProofPrompt(code: ProofCode, ask: () => Promise<boolean>): void {
  prompts.set(code, ask);
}

/** Opens one prompt for all requests that fail with the same code. */
export async function requestProof(code: string): Promise<boolean> {
  const ask = prompts.get(code);
  if (ask === undefined) return false;
  const prompt = openPrompts.get(code) ?? ask().finally(() => openPrompts.delete(code));
  openPrompts.set(code, prompt);
  return prompt;
}
