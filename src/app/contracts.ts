import type { Field, GraphqlContract, RestContract } from '../platform/shared/contract.ts';
import { telemetryCalls } from '../platform/shared/telemetry.ts';
import { accountCalls, globalCalls, sessionApi } from '../features/account/shared/contract.ts';
import { dsdCalls } from '../features/dsd/shared/contract.ts';
import { exchangeCalls, identityCalls } from '../features/identity/shared/contract.ts';

/** Every call of the product. What is not here is not served; the access matrix walks this list. */
export const restContracts: readonly RestContract[] = [
  telemetryCalls,
  accountCalls,
  globalCalls,
  dsdCalls,
  exchangeCalls,
  identityCalls,
];

export const graphqlContracts: readonly GraphqlContract<
  Record<string, Field>,
  Record<string, Field>,
  Record<string, Field>
>[] = [sessionApi];
