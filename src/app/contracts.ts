import type { Field, GraphqlContract, RestContract } from '../platform/shared/contract.ts';
import { fail } from '../platform/shared/errors.ts';
import { telemetryCalls } from '../platform/shared/telemetry.ts';
import { accountCalls, fail as failAccount, globalCalls, sessionApi } from '../features/account/shared/contract.ts';
import { dsdCalls } from '../features/dsd/shared/contract.ts';
import { exchangeCalls, fail as failIdentity, identityCalls } from '../features/identity/shared/contract.ts';

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

/** Every code that a call may be refused with. */
export const errorCodes: Readonly<Record<string, number>> = {
  ...fail.codes,
  ...failAccount.codes,
  ...failIdentity.codes,
};
