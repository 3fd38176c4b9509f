import * as z from 'zod';

/** Far above what course players and browsers write. Deeper JSON overflows the stack of what stores it. */
const maxDepth = 32;

/** An object whose content another program defines, such as a course player or a browser. It is stored as it came. */
export const OpenJson = z
  .record(z.string(), z.unknown())
  .refine((value) => !isDeeper(value, maxDepth), { error: `must not have more than ${maxDepth} levels` });

/** Goes no deeper than the limit. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
