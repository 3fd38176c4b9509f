/** Rows per statement: PostgreSQL accepts 65,535 parameters. */
const chunkSize = 500;

/** Inserts many rows with few statements. Inserts nothing for an empty list. */
export async function insertInChunks<Row>(
  rows: readonly Row[],
  insert: (chunk: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += chunkSize) await insert(rows.slice(start, start + chunkSize));
}
