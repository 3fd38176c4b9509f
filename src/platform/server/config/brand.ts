import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Brand } from '#platform/shared/brand.ts';
import { SettingError } from './env.ts';

export function loadBrand(file: string): Brand {
  try {
    const parsed = Brand.safeParse(JSON.parse(readFileSync(resolve(file), 'utf8')));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
  } catch (error) {
    throw new SettingError(`BRAND_FILE=${file}: ${(error as Error).message}`, { cause: error });
  }
}
