import { CodeSheet } from '#features/learning/web/codes/code-sheet.tsx';
import { CreditScreen } from '#features/shop/web/credit/credit-screen.tsx';

/** Where two areas meet: what a store buys is the shop's, the codes it gets are learning's. */
export function CreditPage() {
  return <CreditScreen codes={<CodeSheet />} />;
}
