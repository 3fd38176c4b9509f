import { crash } from './crash.ts';
import { failover } from './failover.ts';
import { load } from './load.ts';
import { outage } from './outage.ts';
import { race } from './race.ts';

/** By the name that `npm run drill` takes. */
export const drills = { crash, race, outage, failover, load };
