import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import messages from '#features/logbook/shared/messages/en-US.json' with { type: 'json' };
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatReportField, formatWarning } from './import-text.ts';

const intl = createIntl({ locale: 'en', messages: messages as unknown as Record<MessageId, string> });

it.each(['constructor', '__proto__', 'toString'])('shows a field called %s by its name', (field) => {
  expect(formatReportField(intl, field)).toBe(field);
  expect(formatWarning(intl, { field, code: 'column-ignored', value: 'a', count: 1 })).toContain(field);
});

it('translates the names that readers and tables use', () => {
  expect(formatReportField(intl, 'max_depth_m')).toBe(formatReportField(intl, 'maxDepth'));
});
