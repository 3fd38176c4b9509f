import { assertNotRepeated } from '#platform/server/db/current-transaction.ts';
import type { Services } from '#platform/server/http/context.ts';
import { CodedError } from '#platform/shared/errors.ts';
import { failPayment, type GatewayName } from '#features/payments/shared/contract.ts';
import type { Gateway } from './gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { createTestGateway } from './test-gateway.ts';

const stripeGateways = new WeakMap<Services['env'], Promise<Gateway>>();

/** Null when no payment service is configured. */
export function getGatewayName({ env }: Pick<Services, 'env'>): GatewayName | null {
  return env.PAYMENT_GATEWAY === 'none' ? null : env.PAYMENT_GATEWAY;
}

export async function getGateway(services: Pick<Services, 'env' | 'database'>): Promise<Gateway | null> {
  const name = getGatewayName(services);
  if (name !== 'stripe') return name && createTestGateway(services);
  const stripe = stripeGateways.get(services.env) ?? createStripeGateway(services.env);
  stripeGateways.set(services.env, stripe);
  return stripe;
}

/** Any failed call means the result is unknown. */
export async function callGateway<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  assertNotRepeated('the payment service is called');
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    // The service's own message is logged as the cause and not shown to people.
    throw failPayment('payments.gateway_down', { retryAfterS: 5, cause: error });
  }
}
