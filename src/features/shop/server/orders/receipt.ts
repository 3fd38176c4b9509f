import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { renderPdf } from '#platform/server/documents/render-pdf.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { createDayFormatter } from '#platform/shared/format-day.ts';
import { formattingTag } from '#platform/shared/locale.ts';
import { formatMoneyForLocale } from '#platform/shared/money.ts';
import type { Order, OrderLine } from '#features/shop/shared/order-contract.ts';
import { readOrder } from './order-view.ts';
import * as queries from './queries.ts';

interface ReceiptText {
  say: (key: string, values?: MessageValues) => string;
  money: (minor: number) => string;
  day: (date: string) => string;
  percent: (bp: number) => string;
  country: (code: string) => string;
}

/** Renders the receipt as a PDF in the reader's language. */
export async function createReceipt(ctx: Context, row: queries.OrderRow): Promise<Buffer> {
  const { locale, now, services, db } = ctx;
  const text = getReceiptText(ctx, row.currency);
  const { say } = text;
  const [order, buyer] = await Promise.all([readOrder(ctx, row, true), queries.findBuyer.first(db, row)]);
  const { name, office } = loadBrand(services.env.BRAND_FILE);
  const title = say('shop.receipt.title', { number: String(order.number) });
  const data = {
    brand: name,
    product: say('shop.receipt.product'),
    pageOf: say('shop.receipt.page', { page: '{page}', pages: '{pages}' }),
    title,
    facts: listReceiptFacts(order, buyer?.name ?? '', [name, office].filter(Boolean).join(', '), text),
    lines: listReceiptLines(order, text),
    totals: listReceiptTotals(order, text),
    tax: listReceiptTaxes(order, text),
    refunds: listReceiptRefunds(order, text),
    made: say('shop.receipt.made', { date: text.day(now.toISOString()), name }),
  };
  return renderPdf({ template: new URL('./receipt.typ', import.meta.url), data, locale, title, at: now });
}

function getReceiptText({ locale, services }: Context, currency: string): ReceiptText {
  const tag = formattingTag(locale);
  const percents = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  const regions = new Intl.DisplayNames([tag], { type: 'region' });
  return {
    say: (key, values) => services.messages.format(locale, key, values),
    money: (minor) => formatMoneyForLocale(locale, { minor, currency }),
    day: createDayFormatter(locale, 'long'),
    percent: (bp) => percents.format(bp / 10_000),
    country: (code) => regions.of(code) ?? code,
  };
}

function listReceiptFacts(
  order: Order,
  buyer: string,
  seller: string,
  { say, day, country }: ReceiptText,
): [string, string][] {
  const { method, paymentHint: digits, paidDate, createdDate, address } = order;
  const paidWith = method === 'card' && digits === null ? 'card_unknown' : method;
  const rows: [string, string | null][] = [
    ['ordered', day(createdDate)],
    ['paid', paidDate && day(paidDate)],
    ['paid_with', say(`shop.receipt.method.${paidWith}`, { digits: digits ?? '' })],
    ['seller', seller],
    ['buyer', buyer],
    ['recipient', order.recipient],
    ['address', address && formatAddress({ ...address, country: country(address.country) })],
  ];
  return rows.flatMap(([key, value]) => (value ? [[say(`shop.receipt.fact.${key}`), value]] : []));
}

function formatAddress({
  name,
  line1,
  line2,
  city,
  state,
  postalCode,
  country,
}: NonNullable<Order['address']>): string {
  return [name, line1, line2, [postalCode, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ');
}

interface ReceiptTable {
  title: string;
  header: string[];
  rows: string[][];
  /** The columns that hold numbers, and the width of each column; 0 fits the content. */
  numbers: number[];
  widths: number[];
}

function listReceiptLines({ lines, discountMinor }: Order, { say, money }: ReceiptText): ReceiptTable {
  const hasDiscount = discountMinor > 0;
  const columns = ['item', 'quantity', 'unit', ...(hasDiscount ? ['discount'] : []), 'amount'];
  return {
    title: say('shop.receipt.lines'),
    header: columns.map((column) => say(`shop.receipt.column.${column}`)),
    rows: lines.map(({ name, quantity, unitMinor, discountMinor: off }) => [
      name,
      String(quantity),
      money(unitMinor),
      ...(hasDiscount ? [money(-off)] : []),
      money(unitMinor * quantity - off),
    ]),
    numbers: columns.map((_column, at) => at).slice(1),
    widths: [1, ...columns.slice(1).map(() => 0)],
  };
}

function listReceiptTotals(order: Order, { say, money }: ReceiptText) {
  const { subtotalMinor, discountMinor, taxMinor, totalMinor, refundedMinor, isTaxIncluded, codes } = order;
  const rows: [string, string][] = [[say('shop.receipt.subtotal'), money(subtotalMinor)]];
  if (discountMinor > 0)
    rows.push([
      say('shop.receipt.discount', { codes: codes.map(({ code }) => code).join(', ') || 'none' }),
      money(-discountMinor),
    ]);
  if (taxMinor > 0 && !isTaxIncluded) rows.push([say('shop.receipt.tax_added'), money(taxMinor)]);
  rows.push([say('shop.receipt.total'), money(totalMinor)]);
  if (refundedMinor > 0)
    rows.push(
      [say('shop.receipt.refunded'), money(-refundedMinor)],
      [say('shop.receipt.left'), money(totalMinor - refundedMinor)],
    );
  const note = taxMinor > 0 && isTaxIncluded ? say('shop.receipt.tax_included', { tax: money(taxMinor) }) : '';
  return { title: say('shop.receipt.totals'), rows, total: say('shop.receipt.total'), note };
}

/** Net amount and tax for each tax rate. */
function listReceiptTaxes({ lines, taxMinor }: Order, { say, money, percent }: ReceiptText): ReceiptTable {
  const rates = new Map<number, OrderLine[]>();
  for (const line of lines) rates.set(line.taxBp, [...(rates.get(line.taxBp) ?? []), line]);
  const sum = (parts: readonly OrderLine[], what: 'taxMinor' | 'totalMinor') =>
    parts.reduce((total, line) => total + line[what], 0);
  return {
    title: say('shop.receipt.tax'),
    header: ['rate', 'net', 'tax', 'gross'].map((column) => say(`shop.receipt.column.${column}`)),
    rows:
      taxMinor === 0
        ? []
        : [...rates]
            .toSorted(([a], [b]) => b - a)
            .map(([bp, parts]) => {
              const [tax, gross] = [sum(parts, 'taxMinor'), sum(parts, 'totalMinor')];
              return [percent(bp), money(gross - tax), money(tax), money(gross)];
            }),
    numbers: [1, 2, 3],
    widths: [1, 1, 1, 1],
  };
}

function listReceiptRefunds({ refunds }: Order, { say, money, day }: ReceiptText): ReceiptTable {
  return {
    title: say('shop.receipt.refunds'),
    header: ['date', 'reason', 'amount'].map((column) => say(`shop.receipt.column.${column}`)),
    rows: refunds
      .filter(({ state }) => state !== 'refused')
      .map(({ createdDate, reason, amountMinor }) => [day(createdDate), reason, money(amountMinor)]),
    numbers: [2],
    widths: [0, 1, 0],
  };
}
