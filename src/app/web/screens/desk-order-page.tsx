import { loadDecisionText } from '#features/association/web/decision-text.ts';
import { DeskOrderScreen } from '#features/shop/web/desk/desk-order-screen.tsx';

/** An order of the desk; the audit log says what another clerk did with it. */
export function DeskOrderPage() {
  return <DeskOrderScreen loadDecisionText={loadDecisionText} />;
}
