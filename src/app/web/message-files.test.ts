import type { MessageDescriptor } from 'react-intl';
import { expectTypeOf, it } from 'vitest';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';

it('gives messages the ids of the English files', () => {
  expectTypeOf<'account.city.missing'>().toExtend<MessageDescriptor['id']>();
  expectTypeOf<'account.city.unknown'>().not.toExtend<MessageDescriptor['id']>();
  expectTypeOf<MessageIdEnd<'account.settings.units.'>>().toEqualTypeOf<
    'depth' | 'imperial' | 'label' | 'metric' | 'pressure' | 'temperature' | 'text'
  >();
});
