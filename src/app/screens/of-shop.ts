/**
 * The screens of the shop. They are named in a file of their own, which comes with the first of them: what they are made
 * of would otherwise be listed in what everybody loads first.
 */
export const shopScreens = {
  shop: async () => (await import('../../features/shop/web/shop-screen.tsx')).ShopScreen,
  product: async () => (await import('../../features/shop/web/product-screen.tsx')).ProductScreen,
  basket: async () => (await import('../../features/shop/web/basket-screen.tsx')).BasketScreen,
  checkout: async () => (await import('../../features/shop/web/checkout-screen.tsx')).CheckoutScreen,
  orders: async () => (await import('../../features/shop/web/orders-screen.tsx')).OrdersScreen,
  order: async () => (await import('./order.tsx')).OrderPage,
  credit: async () => (await import('./credit.tsx')).CreditPage,
  promos: async () => (await import('../../features/shop/web/promos-screen.tsx')).PromosScreen,
};
