import { cylinderTypes, additionalEquipment, suitTypes, weightTypes } from '#features/logbook/shared/enums.ts';
import { ChipsField, ExtrasField } from './fields.tsx';
import { GasField } from './gas-field.tsx';
import { NumberField } from './number-fields.tsx';
import { NarrowFieldRow } from '#ui/fields/field-row.tsx';

export function SectionEquipment() {
  return (
    <>
      <ChipsField field="suit_type" options={suitTypes} />
      <div className="max-w-[240px]">
        <NumberField field="weight" />
      </div>
      <ChipsField field="weight_type" options={weightTypes} />
      <ChipsField field="cylinder_type" options={cylinderTypes} />
      <NarrowFieldRow>
        <NumberField field="cylinder_size" />
        <NumberField field="starting_pressure" />
        <NumberField field="ending_pressure" />
      </NarrowFieldRow>
      <GasField />
      <ExtrasField options={additionalEquipment} />
    </>
  );
}
