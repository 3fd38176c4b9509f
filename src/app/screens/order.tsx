import { ShareButton } from '../../features/learning/web/codes/share-button.tsx';
import type { ForCode } from '../../features/shop/web/order-codes.tsx';
import { OrderScreen } from '../../features/shop/web/order-screen.tsx';

const share: ForCode = (couponCode, certificationName) => <ShareButton code={{ couponCode, certificationName }} />;

/** Where two areas meet: codes are bought in the shop and given away by learning. */
export function OrderPage() {
  return <OrderScreen forCode={share} />;
}
