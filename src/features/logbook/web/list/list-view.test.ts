import { describe, expect, it } from 'vitest';
import { formatViewQuery, toLogFilter, hasYears, parseView, type ListView } from './list-view.ts';

const read = (address: string) => parseView(new URLSearchParams(address));
const plain: ListView = { tab: 'all', status: null, sort: 'dive_date_desc', search: '' };

describe('parseView', () => {
  it('returns the default for an empty or invalid URL', () => {
    expect(read('')).toEqual(plain);
    expect(read('?tab=wrecks&sort=price&status=Lost')).toEqual(plain);
  });

  it.each([
    plain,
    { tab: 'training', status: 'Pending', sort: 'max_depth_asc', search: 'Kelder & Söhne' },
    { ...plain, tab: 'drafts' },
  ] satisfies ListView[])('round-trips %o', (view) => {
    expect(read(formatViewQuery(view))).toEqual(view);
  });

  it('excludes drafts outside their tab', () => {
    expect(toLogFilter(plain)).toEqual({ drafts: false });
    expect(toLogFilter({ ...plain, tab: 'drafts', status: 'Pending' })).toEqual({ status: 'Draft' });
    expect(toLogFilter({ ...plain, tab: 'recreational', search: 'wall' })).toEqual({
      drafts: false,
      log_type: 'Recreational',
      search: 'wall',
    });
    expect(toLogFilter({ ...plain, status: 'Returned' })).toEqual({ drafts: false, status: 'Returned' });
  });

  it('has years only when sorted by date', () => {
    expect([plain, { ...plain, sort: 'dive_date_asc' } as const].map(hasYears)).toEqual([true, true]);
    expect([{ ...plain, sort: 'max_depth_desc' } as const, { ...plain, tab: 'drafts' } as const].map(hasYears)).toEqual(
      [false, false],
    );
  });
});
