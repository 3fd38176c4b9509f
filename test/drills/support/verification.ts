import { runScript } from '#test/support/api/spawned-portal.ts';
import type { DrillRun } from './drill.ts';
import type { QueryTarget } from './drill-database.ts';
import type { DrillPortal } from './drill-portal.ts';
import { countCharges, type StripeServer } from './purchase.ts';

/** Verifies all chains, signed forms, the ledger and all files, with the settings of a portal. */
export async function verifyEverything(run: DrillRun, portal: DrillPortal | undefined): Promise<void> {
  const { code, stdout, stderr } = await runScript('verify.ts', [], { PATH: process.env['PATH'], ...portal?.settings });
  run.print(stdout.trim());
  run.expectAtMost(`verify: exit code ${String(code)} ${stderr.trim().slice(0, 1_000)}`, code === 0 ? 0 : 1, 0);
}

/** Compares orders paid by card with the records of the payment service. Returns how many there are. */
export async function reportCharges(run: DrillRun, database: QueryTarget, stripe: StripeServer): Promise<number> {
  const charges = countCharges(stripe);
  const repeated = [...charges.values()].filter((count) => count > 1).length;
  const paid = await database.query<{ order: string; payments: string[] }>(
    `select o.order_id as order, array_remove(array_agg(p.payment_id::text), null) as payments
     from shop_order o
     left join payment p on p.affiliate_id = o.affiliate_id and p.reference::text like '%' || o.order_id || '%'
     where o.affiliate_id >= 700001 and o.state = 'paid' and o.method = 'card' group by 1`,
  );
  const chargesOf = (payments: string[]) => payments.reduce((sum, id) => sum + (charges.get(id) ?? 0), 0);
  const wrong = paid.filter(({ payments }) => chargesOf(payments) !== 1).length;
  run.expectAtMost(`payments charged twice: ${repeated} of ${charges.size}`, repeated, 0);
  run.expectAtMost(`paid orders without exactly one charge: ${wrong} of ${paid.length}`, wrong, 0);
  run.print(`charges whose order is not paid yet: ${charges.size - paid.length}`);
  return paid.length;
}
