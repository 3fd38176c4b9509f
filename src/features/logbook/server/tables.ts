import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { Condition, Equipment, Experience, FieldRemark, TypedMeasure } from '#features/logbook/shared/contract.ts';
import type { Deviation } from '#features/logbook/shared/deviations.ts';
import type { LogStatus, LogType } from '#features/logbook/shared/enums.ts';
import type { ImportReport, StoredChoice } from '#features/logbook/shared/import-contract.ts';
import type { ImportAction, ImportStatus } from '#features/logbook/shared/import-limits.ts';
import type { ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';

export const tables = {
  owns: [
    'dive_import',
    'dive_import_entry',
    'dive_import_file',
    'dive_log',
    'dive_photo',
    'dive_recording',
    'dive_site',
    'logbook_setting',
    'own_dive_site',
  ],
  reads: ['active_instructor', 'certification', 'enrollment', 'guardian_link', 'person', 'person_name'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'dive_log.log_type': LogType;
    'dive_log.status': LogStatus;
    'dive_log.conditions': Condition;
    'dive_log.equipment': Equipment;
    'dive_log.experience': Experience;
    'dive_log.typed': TypedMeasure[];
    'dive_log.returned_fields': FieldRemark[];
    'dive_log.verified_deviations': Deviation[];
    'dive_import.status': ImportStatus;
    'dive_import.choices': StoredChoice[];
    'dive_import_file.warnings': ReadWarning[];
    'dive_import_entry.action': ImportAction;
    'dive_import_entry.report': ImportReport;
  }
}
