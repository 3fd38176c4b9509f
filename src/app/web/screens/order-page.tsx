import { ShareButton } from '#features/learning/web/codes/share-button.tsx';
import type { RenderCodeAction } from '#features/shop/web/orders/order-codes.tsx';
import { OrderScreen } from '#features/shop/web/orders/order-screen.tsx';

const renderShareButton: RenderCodeAction = (couponCode, certificationName) => (
  <ShareButton code={{ couponCode, certificationName }} />
);

/** Where two areas meet: codes are bought in the shop and given away by learning. */
export function OrderPage() {
  return <OrderScreen forCode={renderShareButton} />;
}
