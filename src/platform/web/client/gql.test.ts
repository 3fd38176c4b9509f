import type { ResultOf, VariablesOf } from 'gql.tada';
import { expect, expectTypeOf, it } from 'vitest';
import { gql } from './gql.ts';

const site = gql('fragment site on DiveSite { name }');
const document = gql('query ($name: String!) { diveSites(name: $name) { ...site } }', [site]);

it('appends the fragments to the text', () => {
  expect(document).toBe(
    'query ($name: String!) { diveSites(name: $name) { ...site } } fragment site on DiveSite { name }',
  );
});

it('has exactly the selected fields and the declared variables in its types', () => {
  expectTypeOf<ResultOf<typeof document>>().toEqualTypeOf<{ diveSites: { name: string }[] }>();
  expectTypeOf<VariablesOf<typeof document>>().toEqualTypeOf<{ name: string }>();
});

it('has the values of an enum that the server declares as a string', () => {
  const totals = gql('query { logbookTotals { max_depth_typed { unit } } }');
  type Unit = ResultOf<typeof totals>['logbookTotals']['max_depth_typed'][number]['unit'];
  expectTypeOf<'ft'>().toExtend<Unit>();
  expectTypeOf<string>().not.toExtend<Unit>();
});
