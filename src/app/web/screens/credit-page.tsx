import { CodeSheet } from '#features/learning/web/codes/code-sheet.tsx';
import { CreditScreen } from '#features/shop/web/credit/credit-screen.tsx';

/** The store's credit with the codes it bought. */
export function CreditPage() {
  return <CreditScreen codes={<CodeSheet />} />;
}
