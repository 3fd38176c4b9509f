import { ShareButton } from '#features/learning/web/codes/share-button.tsx';
import type { RenderCodeAction } from '#features/shop/web/orders/order-codes.tsx';
import { OrderScreen } from '#features/shop/web/orders/order-screen.tsx';

const renderShareButton: RenderCodeAction = (couponCode, certificationName) => (
  <ShareButton code={{ couponCode, certificationName }} />
);

/** An order with a share button for its codes. */
export function OrderPage() {
  return <OrderScreen forCode={renderShareButton} />;
}
