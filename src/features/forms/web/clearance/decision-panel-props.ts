import type { FormRecord, FormRecordData } from '#features/forms/shared/contract.ts';

/** The props of a panel in which a reviewer decides. */
export interface DecisionPanelProps {
  record: FormRecord;
  formData: FormRecordData;
  onDecided?: (() => void) | undefined;
}
