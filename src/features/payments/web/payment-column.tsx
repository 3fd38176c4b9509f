import type { ReactNode } from 'react';

/** The centered column of a payment page. */
export function PaymentColumn({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid w-full max-w-130 gap-5">{children}</div>;
}
