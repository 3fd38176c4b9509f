import type { Services } from '../../../platform/server/context.ts';
import { CodedError } from '../../../platform/shared/errors.ts';
import { failPayment, type GatewayName } from '../shared/contract.ts';
import type { Gateway } from './gateway.ts';
import { openStripe } from './stripe-gateway.ts';
import { testGateway } from './test-gateway.ts';

const opened = new WeakMap<Services['env'], Promise<Gateway>>();

/** Which payment service this portal has; null where none is set up. */
export function gatewayNameOf({ env }: Pick<Services, 'env'>): GatewayName | null {
  return env.PAYMENT_GATEWAY === 'none' ? null : env.PAYMENT_GATEWAY;
}

export async function gatewayOf(services: Pick<Services, 'env' | 'database'>): Promise<Gateway | null> {
  const name = gatewayNameOf(services);
  if (name !== 'stripe') return name && testGateway(services);
  const stripe = opened.get(services.env) ?? openStripe(services.env);
  opened.set(services.env, stripe);
  return stripe;
}

/** Without an answer nothing is known, whatever the reason. */
export async function askGateway<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    // What it says of itself is for the log and not for people.
    throw failPayment('payments.gateway_down', { retryAfterS: 5, cause: error });
  }
}
